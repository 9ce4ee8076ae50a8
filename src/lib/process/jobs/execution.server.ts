import { systemActor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { counting } from '#lib/process/database/database.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { jobRan } from '#lib/process/instrumentation/measured.server.ts';
import type { Job } from './declared.server.ts';
import { takeLock, type JobLock } from './lock.server.ts';
import type { Trigger } from './queue.server.ts';
import { beginRun, endRun, type Ending, type JobRunRow } from './runs.server.ts';
import { errorText } from '#lib/process/config/without-secrets.server.ts';

/** What triggers a run, and how it is made. */
export interface Cause {
  trigger: Trigger;
  askedBy?: string | null;
  queueId?: string;
  attempt?: number;
  /** Aborted when the caller no longer waits for the run. */
  signal?: AbortSignal;
  /** Holds the lock while the work goes on, so that a stopping process can release it. */
  held?: Set<JobLock>;
}

/**
 * Runs a job in this process and records the run. The record says whether it failed; only what kept it from running at
 * all is thrown: 409 `job-running` while it runs anywhere. A run aborted by its signal is recorded as interrupted at
 * once, and the job stays locked until its work has really ended.
 */
export async function executeJob(
  job: Job,
  { trigger, askedBy = null, queueId, attempt = 1, signal: given, held = new Set() }: Cause,
): Promise<JobRunRow> {
  const lock = await takeLock(job.name);
  if (!lock) throw new Refusal('job-running', 409);
  const signal = given ? AbortSignal.any([given, lock.lost]) : lock.lost;
  held.add(lock);
  let working: Promise<Ending> = Promise.resolve({ outcome: 'interrupted' });
  try {
    const id = await beginRun({ job: job.name, trigger, attempt, askedBy, queueId: queueId ?? null });
    working = work(job, id, attempt, signal);
    return logged(await endRun(id, await Promise.race([working, interruption(signal)])));
  } finally {
    const released = working.then(() => lock.release()).finally(() => held.delete(lock));
    if (!signal.aborted) await released;
  }
}

function work(job: Job, id: string, attempt: number, signal: AbortSignal): Promise<Ending> {
  const run = { id, attempt, signal, actor: systemActor(id) };
  return counting.run({ count: 0 }, () =>
    Promise.resolve()
      .then(() => job.run(run))
      .then<Ending, Ending>((result) => ({ outcome: 'done', result }), failed),
  );
}

function failed(error: unknown): Ending {
  if (error instanceof Refusal)
    return { outcome: 'failed', errorCode: error.code, errorParams: error.details.params ?? {} };
  return { outcome: 'failed', error: errorText(error) };
}

function interruption(signal: AbortSignal): Promise<Ending> {
  const ending: Ending = { outcome: 'interrupted' };
  if (signal.aborted) return Promise.resolve(ending);
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(ending), { once: true }));
}

function logged(run: JobRunRow): JobRunRow {
  const { id, job, outcome, attempt, result, errorCode, error, startedAt, endedAt } = run;
  const line = {
    job,
    run: id,
    outcome,
    attempt,
    ms: Date.parse(endedAt!) - Date.parse(startedAt),
    ...(result && { result }),
    ...((errorCode ?? error) && { error: errorCode ?? error }),
  };
  jobRan(job, outcome!);
  log[outcome === 'failed' ? 'error' : outcome === 'interrupted' ? 'warn' : 'info'](line, 'job');
  return run;
}
