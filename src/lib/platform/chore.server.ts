import { log } from './log.server.ts';

/** The first comes after a start has settled. */
const FIRST_MS = 60_000;

/**
 * Does `work` again and again for as long as the process runs, `everyMs` after it was done last; a failure is logged and
 * the next one comes all the same. Every process of a garden does so, thus it may happen twice. The result ends it, once
 * what is under way is done.
 */
export function startChore(work: () => Promise<unknown>, everyMs: number, failure: string): () => Promise<void> {
  let stopped = false;
  let running = Promise.resolve();
  let timer = setTimeout(turn, FIRST_MS).unref();
  function turn(): void {
    running = work().then(() => {}, (error: unknown) => log.error({ err: error }, failure)).then(() => {
      if (!stopped) timer = setTimeout(turn, everyMs).unref();
    });
  }
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
