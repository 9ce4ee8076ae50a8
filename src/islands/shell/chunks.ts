/**
 * Parts of a page's script that do not load, after a new version was installed or where the network is away: the page
 * says so and offers to load it again, the console names the part (specification, section 8).
 */
import { CHUNK_TIMEOUT_MS } from '#lib/values/constants.ts';
import { ISLAND_BEGINS } from './island-begins.ts';

declare global {
  interface Window {
    /** Where it is there, every import on first use goes through it (astro.config.mjs). */
    loadChunk?: <T>(load: () => Promise<T>) => Promise<T>;
  }
}

type HydrationError = CustomEvent<{ error: unknown; componentUrl: string }>;

/** Watches over all that this page loads from now on, and over its islands. */
export function watchChunks(): void {
  window.loadChunk = (load) => {
    const loading = load();
    // What the bundler hands over goes on with the part, for as long as that takes; its file is asked for once.
    const [, file] = /import\([`'"](\.\/[^`'"]+)/.exec(`${load}`) ?? [];
    if (file) void watched(import(/* @vite-ignore */ file), file).catch(() => {});
    return loading;
  };
  document.addEventListener('astro:hydration-error', (event) => {
    const { componentUrl, error } = (event as HydrationError).detail;
    event.preventDefault();
    sayNotLoaded(componentUrl, error);
  });
  for (const island of document.querySelectorAll('astro-island[ssr][client=load]')) watchIsland(island);
  document.addEventListener(ISLAND_BEGINS, ({ target }) => watchIsland(target as Element));
}

function watchIsland(island: Element): void {
  const alive = new Promise((resolve) => {
    for (const end of ['astro:hydrate', 'astro:hydration-error']) island.addEventListener(end, resolve, { once: true });
  });
  void watched(alive, island.getAttribute('component-url')!).catch(() => {});
}

/** The specification's sentence, once; `chunk` is for those who look after the app. */
function sayNotLoaded(chunk: string, error: unknown): void {
  console.error(`The chunk ${chunk} did not load`, error);
  const { content } = document.getElementById('not-loaded') as HTMLTemplateElement;
  document.getElementById('toasts')!.append(content);
}

async function watched<T>(loading: Promise<T>, chunk: string): Promise<T> {
  let timer = 0;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Error('It took too long')), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } catch (error) {
    sayNotLoaded(chunk, error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
