/** Sent to every form before the session ends: unsaved entries are saved as a draft now. */
export interface FlushDrafts {
  /** A promise to be awaited; resolves to whether something was saved. */
  waitUntil(saving: Promise<unknown>): void;
  /** The page is left next: no question about unsaved changes. */
  leaving: boolean;
}

const PATIENCE_MS = 3_000;

/**
 * Lets forms save their drafts and waits for them, three seconds at most. Returns whether there was anything to save.
 */
export async function flushDrafts(leaving: boolean): Promise<boolean> {
  const kept: Promise<unknown>[] = [];
  const detail: FlushDrafts = { leaving, waitUntil: (one) => void kept.push(one) };
  document.dispatchEvent(new CustomEvent('garden:flush-drafts', { detail }));
  await Promise.race([Promise.allSettled(kept), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  return kept.length > 0;
}
