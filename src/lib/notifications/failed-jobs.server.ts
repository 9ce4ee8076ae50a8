import { sql } from 'kysely';
import { administrators } from '#lib/access/account/administrators.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { jobPath } from '#lib/process/jobs/paths.ts';
import { onRunEnd, type JobRunRow } from '#lib/process/jobs/runs.server.ts';
import { notify, settleNotifications } from './notify.server.ts';

/**
 * Notifies administrators that a job fails: once, until it has succeeded again. An interrupted run is not a failure.
 */
async function notifyOfFailure(tx: Tx, run: JobRunRow): Promise<void> {
  if (run.outcome === 'interrupted') return;
  const key = await streakOf(tx, run);
  if (run.outcome === 'done') return settleNotifications(tx, [key]);
  await notify(tx, {
    event: 'job.failed',
    to: await administrators(tx),
    params: { job: run.job },
    link: jobPath(run.job),
    key,
  });
}

/** Key of a series of failures: since the job's last success before this run. */
async function streakOf(tx: Tx, { job, id }: JobRunRow): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from job_runs where job = ${job} and outcome = 'done' and (started_at, id) < (select started_at, id from job_runs where id = ${id}) order by started_at desc, id desc limit 1`.execute(
    tx,
  );
  return `job-failed:${job}:${rows[0]?.id ?? 'never-done'}`;
}

onRunEnd('failed-jobs', notifyOfFailure);
