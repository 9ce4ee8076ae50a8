/** Told to every form before the session ends: what is typed and not yet kept is kept now. */
export interface FlushDrafts {
  /** What must be awaited; resolves to whether something was kept. */
  waitUntil(kept: Promise<unknown>): void;
  /** The page is left next: nobody is to be asked about unsaved changes. */
  leaving: boolean;
}

const PATIENCE_MS = 3_000;

/** Lets forms keep their drafts and waits for them, three seconds at most. Whether there was anything to keep. */
export async function flushDrafts(leaving: boolean): Promise<boolean> {
  const kept: Promise<unknown>[] = [];
  const detail: FlushDrafts = { leaving, waitUntil: (one) => void kept.push(one) };
  document.dispatchEvent(new CustomEvent('garden:flush-drafts', { detail }));
  await Promise.race([Promise.allSettled(kept), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  return kept.length > 0;
}
