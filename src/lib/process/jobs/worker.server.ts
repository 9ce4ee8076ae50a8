import type { Job as Fetched, PgBoss } from 'pg-boss';
import { config } from '#lib/process/config/config.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { sleep } from '#lib/process/config/processes.server.ts';
import { jobNamed } from './declared.server.ts';
import { executeJob } from './execution.server.ts';
import { takeLock, type JobLock } from './lock.server.ts';
import { syncSchedules, makeBoss, makeQueue, QUEUE, type Firing } from './queue.server.ts';
import { interruptedJobs, recordInterruption, openRuns } from './runs.server.ts';

/** Jobs that one process runs concurrently; each holds a connection, and those that its work needs. */
const BESIDE = 3;
const CONNECTIONS_EACH = 4;
/** Seconds between two polls of the queue. */
const LOOK_SECONDS = 2;
/** Milliseconds between two searches for abandoned runs. */
const SWEEP_MS = 15_000;
/** Milliseconds that running jobs get to finish when the process stops. */
const FINISH_MS = 10_000;
/** Milliseconds in which an unfinished run records that it was interrupted. */
const NOTE_MS = 1_000;

/**
 * Fires and runs the declared jobs for as long as the process runs; every process may do so at the same time, and each
 * firing is run by one of them. The returned function stops it: running jobs get ten seconds, and are resumed at the
 * next start if they need more.
 */
export async function startJobs(finishMs = FINISH_MS): Promise<() => Promise<void>> {
  const boss = makeBoss({ superviseIntervalSeconds: 30, monitorIntervalSeconds: 30 });
  const running = new Set<Promise<unknown>>();
  const held = new Set<JobLock>();
  const beside = Math.max(1, Math.min(BESIDE, Math.floor(config.databasePoolSize / CONNECTIONS_EACH)));
  await boss.start();
  await makeQueue(boss);
  await syncSchedules(boss);
  await takeUp(boss);
  await boss.work<Firing>(QUEUE, { localConcurrency: beside, pollingIntervalSeconds: LOOK_SECONDS }, ([firing]) =>
    tracked(running, run(firing!, held)),
  );
  const sweeping = setInterval(
    () =>
      void sweep(boss).catch((error: unknown) => log.error({ err: error }, 'runs left behind could not be looked for')),
    SWEEP_MS,
  ).unref();
  return async () => {
    clearInterval(sweeping);
    await boss.stop({ close: false, graceful: true, timeout: finishMs });
    await Promise.race([Promise.allSettled(running), sleep(NOTE_MS)]);
    for (const lock of held) lock.drop();
  };
}

/** An unexpected error is thrown again without its stack trace: the queue stores what it is given, and retries. */
async function run({ id, data, retryCount, signal }: Fetched<Firing>, held: Set<JobLock>): Promise<void> {
  const { trigger, askedBy } = data;
  const { outcome, error } = await executeJob(jobNamed(data.job), {
    trigger,
    askedBy,
    queueId: id,
    attempt: retryCount + 1,
    signal,
    held,
  });
  if (outcome === 'failed' && error !== null) throw Object.assign(new Error(error), { stack: undefined });
}

async function tracked<T>(running: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  running.add(work);
  return work.finally(() => running.delete(work));
}

/** At start-up: interrupted jobs are retried at once rather than at their scheduled retry. */
async function takeUp(boss: PgBoss): Promise<void> {
  await sweep(boss);
  for (const job of await interruptedJobs()) await hurry(boss, job);
}

/** Firings that wait to be retried run at once. */
async function hurry(boss: PgBoss, job: string): Promise<void> {
  await boss.update(QUEUE, undefined, { singletonKey: job, startAfter: 0 });
}

/** Records runs whose process is gone as interrupted, returns their firings to the queue and lets them run at once. */
async function sweep(boss: PgBoss): Promise<void> {
  const left: string[] = [];
  for (const { id, job, queueId, attempt } of await openRuns()) {
    const lock = await takeLock(job);
    if (!lock) continue;
    try {
      const isLeft = await recordInterruption(id);
      if (!isLeft || !queueId) continue;
      await boss.fail(QUEUE, { id: queueId, retryCount: attempt - 1 }, { message: 'interrupted' });
      left.push(job);
    } finally {
      await lock.release();
    }
  }
  // Not before the lock is free: a process taking it now would find the job running.
  for (const job of left) await hurry(boss, job);
}
