import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { WrongSettings } from '#lib/process/config/config.server.ts';
import { StartRefused } from '#lib/values/start-refused.ts';

/** The folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command of the product: what it refuses is said in a sentence, what nobody expected with its stack. */
export async function run(command: () => Promise<void>): Promise<void> {
  process.chdir(root);
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    await command();
  } catch (error) {
    // What fails because the database is being stopped is no news.
    if (askedAt !== undefined) return;
    const expected = error instanceof StartRefused || error instanceof WrongSettings;
    console.error(expected ? `\n${error.message}\n` : error);
    process.exit(1);
  }
}

/** Ctrl-C comes twice, from the terminal and from npm: that is not yet impatience. */
const REPEATED_MS = 1_000;
let askedAt: number | undefined;

/**
 * Calls `stop` once when the process is asked to end, and ends it; being asked again ends it at once. The end of the
 * npm that started the process asks too: npm cannot pass a SIGKILL on.
 */
export function stopWhenAsked(stop: () => Promise<void>): void {
  const end = () => {
    if (askedAt !== undefined) return void (Date.now() - askedAt > REPEATED_MS && process.exit(1));
    askedAt = Date.now();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  if (process.env.npm_lifecycle_event) whenParentEnds(() => askedAt ?? end());
}

function whenParentEnds(end: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 200);
  watch.unref();
}
