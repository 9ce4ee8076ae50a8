import { log } from '#lib/process/config/log.server.ts';

type AfterWork = () => void | Promise<void>;

/** By its transaction: the work that waits for the commit. */
const waiting = new WeakMap<object, AfterWork[]>();

// The pages and the start script are built apart and have modules of their own: both see what is under way.
const PLACE = Symbol.for('garden.after-commit');
const underWay: Set<Promise<void>> = ((globalThis as { [PLACE]?: Set<Promise<void>> })[PLACE] ??= new Set());

/**
 * Runs `work` once the transaction has committed: after the outermost `transaction()`, in the order it was asked for, and
 * never when the transaction, or the part of it in a `savepoint()`, is rolled back. Nobody waits for it. An error in it is
 * logged and reaches nobody else, and a process may end before it has run: what must happen is found by a job as well.
 * Throws for a transaction that `transaction()` did not begin, or that has ended.
 */
export function afterCommit(tx: object, work: AfterWork): void {
  const works = waiting.get(tx);
  if (!works) throw new Error('Work can wait for the commit of a transaction that transaction() began, while it lasts');
  works.push(work);
}

/** For `transaction()`: what is asked for while `work` runs; the commit itself is up to the caller. */
export async function collectAfterWork<T>(tx: object, works: AfterWork[], work: () => Promise<T>): Promise<T> {
  waiting.set(tx, works);
  try {
    return await work();
  } finally {
    waiting.delete(tx);
  }
}

/** For `savepoint()`: how much waits now; `forgetAfterWork` takes back what was asked for since. */
export const countAfterWork = (tx: object): number => waiting.get(tx)?.length ?? 0;
export function forgetAfterWork(tx: object, count: number): void {
  waiting.get(tx)?.splice(count);
}

/** For `transaction()`, after the commit. */
export function startAfterWork(works: readonly AfterWork[]): void {
  if (works.length === 0) return;
  const done = runAll(works).finally(() => underWay.delete(done));
  underWay.add(done);
}

async function runAll(works: readonly AfterWork[]): Promise<void> {
  // Not in the caller's turn: it has its answer before any of this begins.
  await new Promise<void>((resolve) => setImmediate(resolve));
  for (const work of works) {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'work after a commit failed');
    }
  }
}

/** Resolves when no work after a commit is under way in this process, that which it has begun itself included. */
export async function afterWorkDone(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}
