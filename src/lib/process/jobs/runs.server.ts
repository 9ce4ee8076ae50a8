import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { db, transaction, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { jsonText, type Table } from '#lib/process/database/table.ts';
import type { Figures } from './declared.server.ts';
import type { Trigger } from './queue.server.ts';

export type Outcome = 'done' | 'failed' | 'interrupted';

/** One run of a job. Without `endedAt` it is running. */
export interface JobRunRow {
  id: string;
  job: string;
  trigger: Trigger;
  attempt: number;
  startedAt: string;
  endedAt: string | null;
  outcome: Outcome | null;
  result: Figures | null;
  /** The code and parameters of a refusal, which has a text; or else `error`, the message of an unexpected error. */
  errorCode: string | null;
  errorParams: Record<string, unknown> | null;
  error: string | null;
  askedBy: string | null;
  queueId: string | null;
}

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    jobRuns: Table<JobRunRow, 'attempt' | 'startedAt', 'result' | 'errorParams'>;
  }
}

/** How a run ended. */
export type Ending = Pick<JobRunRow, 'outcome'> &
  Partial<Pick<JobRunRow, 'result' | 'errorCode' | 'errorParams' | 'error'>>;

/**
 * Records the start of a run. The holder of the job's lock knows that an earlier run without an end was interrupted.
 */
export async function beginRun(
  run: Pick<JobRunRow, 'job' | 'trigger' | 'attempt' | 'askedBy' | 'queueId'>,
): Promise<string> {
  const id = uuid();
  await transaction(async (tx) => {
    await tx
      .updateTable('jobRuns')
      .set(ended({ outcome: 'interrupted' }))
      .where('job', '=', run.job)
      .where('endedAt', 'is', null)
      .execute();
    await tx
      .insertInto('jobRuns')
      .values({ id, ...run })
      .execute();
  });
  return id;
}

/** Called with a run that has ended, in the transaction that records its end. */
type RunListener = (tx: Tx, run: JobRunRow) => Promise<void>;

const listeners = new Map<string, RunListener>();

/** Registers `listener` for every run that ends, so that higher rooms can react; `name` identifies it. */
export function onRunEnd(name: string, listener: RunListener): void {
  listeners.set(name, listener);
}

/** Everything registered for the end of a run. */
export const runEndListeners = (): string[] => [...listeners.keys()];

/** Records its end; if it has one already, the first one counts. */
export async function endRun(id: string, ending: Ending): Promise<JobRunRow> {
  const ended = await transaction(async (tx) => {
    const run = await recordEnd(tx, id, ending);
    if (run) for (const listener of listeners.values()) await listener(tx, run);
    return run;
  });
  return ended ?? db.selectFrom('jobRuns').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/**
 * Records that a run was abandoned by its process; false when it has ended meanwhile. The caller holds the job's lock.
 */
export async function recordInterruption(id: string): Promise<boolean> {
  return (await recordEnd(db, id, { outcome: 'interrupted' })) !== undefined;
}

/** Runs without an end: running, or abandoned by a process that is gone. */
export function openRuns(): Promise<JobRunRow[]> {
  return db.selectFrom('jobRuns').selectAll().where('endedAt', 'is', null).execute();
}

/** Jobs whose newest run was interrupted. */
export async function interruptedJobs(): Promise<string[]> {
  const { rows } = await sql<{ job: string }>`
    select job from (select distinct on (job) job, outcome from job_runs order by job, started_at desc, id desc) newest
    where outcome = 'interrupted'`.execute(db);
  return rows.map(({ job }) => job);
}

function recordEnd(reader: Db, id: string, ending: Ending): Promise<JobRunRow | undefined> {
  return reader
    .updateTable('jobRuns')
    .set(ended(ending))
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

const ended = ({ result = null, errorParams = null, ...ending }: Ending) => ({
  ...ending,
  endedAt: sql<string>`clock_timestamp()`,
  result: result && jsonText(result),
  errorParams: errorParams && jsonText(errorParams),
});
