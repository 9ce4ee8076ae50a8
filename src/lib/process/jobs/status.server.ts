import { sql } from 'kysely';
import { db } from '#lib/process/database/database.server.ts';
import { declaredJobs } from './declared.server.ts';
import { longestPause, nextTimes, QUEUE } from './queue.server.ts';

/** The state of a job, for monitoring. */
export interface JobState {
  job: string;
  /** Null when it has never succeeded. */
  secondsSinceSuccess: number | null;
  /** The first scheduled time it has missed; null unless it has not run for twice its period. */
  overdueSince: string | null;
}

/** Every declared job, in one statement. */
export async function readJobStates(): Promise<JobState[]> {
  const jobs = declaredJobs();
  const { rows } = await sql<{ since: string | null; secondsSinceSuccess: number | null }>`
    select greatest(s.created_on, newest.started_at) as since, extract(epoch from now() - done.ended_at)::float8 as seconds_since_success
    from unnest(${jobs.map(({ name }) => name)}::text[]) with ordinality as named (name, place)
    left join pgboss.schedule s on s.name = ${QUEUE} and s.key = named.name
    left join lateral (select r.started_at from job_runs r where r.job = named.name order by r.started_at desc, r.id desc limit 1) newest on true
    left join lateral (select r.ended_at from job_runs r where r.job = named.name and r.outcome = 'done' order by r.started_at desc, r.id desc limit 1) done on true
    order by named.place`.execute(db);
  return rows.map(({ since, secondsSinceSuccess }, at) => ({
    job: jobs[at]!.name,
    secondsSinceSuccess,
    overdueSince: overdueSince(jobs[at]!.schedule, since),
  }));
}

/**
 * The first missed time of a schedule when nothing has run for twice its longest interval; null otherwise. `since` is
 * the last start, or when the schedule became known.
 */
export function overdueSince(schedule: string | null, since: string | null, now = Date.now()): string | null {
  if (schedule === null || since === null || now - Date.parse(since) <= 2 * longestPause(schedule)) return null;
  return nextTimes(schedule, 1, new Date(since))[0]!;
}
