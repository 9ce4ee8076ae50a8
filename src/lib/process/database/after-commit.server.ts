import { log } from '#lib/process/config/log.server.ts';

type AfterWork = () => void | Promise<void>;

/** The work waiting for the commit, by transaction. */
const waiting = new WeakMap<object, AfterWork[]>();

// The pages and the start script are bundled separately and have modules of their own: both share this state.
const PLACE = Symbol.for('app.after-commit');
const underWay: Set<Promise<void>> = ((globalThis as { [PLACE]?: Set<Promise<void>> })[PLACE] ??= new Set());

/**
 * Runs `work` once the transaction has committed: after the outermost `transaction()`, in the order of the calls, and
 * never when the transaction, or the `savepoint()` it belongs to, is rolled back. Nobody waits for it. An error in it
 * is only logged, and the process may end before it has run: work that must happen needs a job that catches up. Throws
 * for a transaction that `transaction()` did not begin, or that has ended.
 */
export function afterCommit(tx: object, work: AfterWork): void {
  const works = waiting.get(tx);
  if (!works) throw new Error('Work can wait for the commit of a transaction that transaction() began, while it lasts');
  works.push(work);
}

/** For `transaction()`: collects the work registered while `work` runs; the caller commits. */
export async function collectAfterWork<T>(tx: object, works: AfterWork[], work: () => Promise<T>): Promise<T> {
  waiting.set(tx, works);
  try {
    return await work();
  } finally {
    waiting.delete(tx);
  }
}

/** For `savepoint()`: how much work is waiting now; `dropAfterWork` drops what was registered since. */
export const countAfterWork = (tx: object): number => waiting.get(tx)?.length ?? 0;
/** Drops what was registered since `countAfterWork` counted `count`: its savepoint was rolled back. */
export function dropAfterWork(tx: object, count: number): void {
  waiting.get(tx)?.splice(count);
}

/** For `transaction()`, after the commit. */
export function startAfterWork(works: readonly AfterWork[]): void {
  if (works.length === 0) return;
  const done = runAll(works).finally(() => underWay.delete(done));
  underWay.add(done);
}

async function runAll(works: readonly AfterWork[]): Promise<void> {
  // Deferred, so that the caller has its answer before any of this begins.
  await new Promise<void>((resolve) => setImmediate(resolve));
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'work after a commit failed');
    }
  }
}

/** Resolves when no after-commit work is under way in this process, including work registered by such work. */
export async function afterWorkDone(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}
