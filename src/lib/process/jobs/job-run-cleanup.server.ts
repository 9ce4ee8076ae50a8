import { sql } from 'kysely';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { declareJob } from './declared.server.ts';

/** Deletes runs older than the setting says, except the newest of each job; returns how many. */
async function deleteOldRuns(): Promise<{ runs: number }> {
  const days = await businessSetting('jobs.keep-runs-days');
  const { numAffectedRows } = await sql`
    delete from job_runs r where r.ended_at < now() - ${days} * interval '1 day'
      and exists (select 1 from job_runs newer where newer.job = r.job and (newer.started_at, newer.id) > (r.started_at, r.id))`.execute(
    db,
  );
  return { runs: Number(numAffectedRows ?? 0) };
}

declareJob({ name: 'job-run-cleanup', schedule: '20 3 * * *', run: deleteOldRuns });
