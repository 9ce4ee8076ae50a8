import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { db, transaction, type Db, type Tx } from '#lib/process/database/database.server.ts';
import type { Figures } from './declared.server.ts';
import type { Trigger } from './queue.server.ts';

export type Outcome = 'done' | 'failed' | 'interrupted';

/** One run of a job. Without `endedAt` it is under way. */
export interface JobRunRow {
  id: string;
  job: string;
  trigger: Trigger;
  attempt: number;
  startedAt: string;
  endedAt: string | null;
  outcome: Outcome | null;
  result: Figures | null;
  /** A refusal's code with its values, which have a sentence; or else `error`, the message of what nobody expected. */
  errorCode: string | null;
  errorParams: Record<string, unknown> | null;
  error: string | null;
  askedBy: string | null;
  queueId: string | null;
}

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    jobRuns: JobRunRow;
  }
}

/** How a run ended. */
export type Ending = Pick<JobRunRow, 'outcome'> &
  Partial<Pick<JobRunRow, 'result' | 'errorCode' | 'errorParams' | 'error'>>;

/** Notes the beginning of a run. Whoever holds the job's lock knows that an earlier run without an end was interrupted. */
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
      .values({ id, ...run } as never)
      .execute();
  });
  return id;
}

/** Told of a run that has ended, in the transaction that notes it. */
type Hear = (tx: Tx, run: JobRunRow) => Promise<void>;

const hearing = new Map<string, Hear>();

/** Has `hear` told of every run that ends, so that what stands above jobs can act on it; `name` says what for. */
export function whenRunEnds(name: string, hear: Hear): void {
  hearing.set(name, hear);
}

/** What is done when a run ends. */
export const doneWhenRunEnds = (): string[] => [...hearing.keys()];

/** Notes its end; of two ends the first stands. */
export async function endRun(id: string, ending: Ending): Promise<JobRunRow> {
  const noted = await transaction(async (tx) => {
    const run = await noteEnd(tx, id, ending);
    if (run) for (const hear of hearing.values()) await hear(tx, run);
    return run;
  });
  return noted ?? db.selectFrom('jobRuns').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Notes that a run was left behind by its process; false where it has ended meanwhile. The caller holds the job's lock. */
export async function noteInterruption(id: string): Promise<boolean> {
  return (await noteEnd(db, id, { outcome: 'interrupted' })) !== undefined;
}

/** Runs without an end: under way, or left behind by a process that is gone. */
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

function noteEnd(reader: Db, id: string, ending: Ending): Promise<JobRunRow | undefined> {
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
  result: result && (JSON.stringify(result) as never),
  errorParams: errorParams && (JSON.stringify(errorParams) as never),
});
