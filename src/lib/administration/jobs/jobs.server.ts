import { requireStepUpOfPeople } from '#lib/access/session/step-up.server.ts';
import { sql } from 'kysely';
import { logActivity } from '#lib/activity/activity.server.ts';
import { personId, type Actor } from '#lib/values/actor.ts';
import { COUNT_CEILING } from '#lib/values/count-text.ts';
import { Refusal, notAuthorized } from '#lib/values/refusal.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { sleep } from '#lib/process/config/processes.server.ts';
import { declaredJobs, jobNamed, type Job } from '#lib/process/jobs/declared.server.ts';
import { executeJob } from '#lib/process/jobs/execution.server.ts';
import { fireByHand, idleBoss, makeQueue, nextTimes, QUEUE, type Trigger } from '#lib/process/jobs/queue.server.ts';
import type { RunsQuery } from '#lib/process/jobs/runs-query.ts';
import type { JobRunRow } from '#lib/process/jobs/runs.server.ts';
import { overdueSince } from '#lib/process/jobs/status.server.ts';

const SUBJECT = 'Job';
/** Days over which failures are counted on the list. */
export const FAILURE_DAYS = 7;

/** A run with the name of the person who requested it. */
export type ShownRun = JobRunRow & { askedByName: string | null };

/** A job with its state. */
export interface JobView {
  name: string;
  /** Cron in Singapore time; null is by hand only. */
  schedule: string | null;
  lastRun: ShownRun | null;
  /** Failed runs of the last seven days. */
  failures: number;
  /** Since when a firing waits for a process; null when none does. */
  waitingSince: string | null;
  /** When it runs next: the retry of a failed run, or the next time of the schedule. Null is never automatically. */
  nextRunAt: string | null;
  /** Whether that is a retry. */
  isRetry: boolean;
  /** The first missed time, once it has not run for twice its period. */
  overdueSince: string | null;
}

export interface JobList {
  items: JobView[];
  /** When a process last checked whether a job is due; null is never. */
  lookedAt: string | null;
}

/** Every job with its state (right read), in one statement. */
export async function listJobs(actor: Actor): Promise<JobList> {
  ask(actor, 'read');
  return readJobs(declaredJobs());
}

/** One job with a page of its runs, newest first; 404 for an unknown name. */
export async function getJob(
  actor: Actor,
  name: string,
  query: RunsQuery,
): Promise<
  JobView & Pick<JobList, 'lookedAt'> & { runs: { items: ShownRun[]; total: number; page: number; perPage: number } }
> {
  ask(actor, 'read');
  const job = jobNamed(name);
  const { page, perPage, outcome } = query;
  const wanted = sql<boolean>`r.job = ${name} and ${outcome === '' ? sql`true` : sql`r.outcome = ${outcome}`}`;
  const [
    {
      items: [view],
      lookedAt,
    },
    { rows: items },
    { rows: counted },
  ] = await Promise.all([
    readJobs([job]),
    sql<ShownRun>`select r.*, u.full_name as asked_by_name from job_runs r left join users u on u.id = r.asked_by where ${wanted}
      order by r.started_at desc, r.id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(db),
    sql<{
      total: number;
    }>`select count(*) as total from (select 1 from job_runs r where ${wanted} limit ${COUNT_CEILING + 1}) capped`.execute(
      db,
    ),
  ]);
  return { ...view!, lookedAt, runs: { items, total: counted[0]!.total, page, perPage } };
}

/** A firing that somebody requested. */
export interface QueuedRun {
  job: string;
  queueId: string;
  askedAt: string;
}

/**
 * Has a job run by the first process that polls the queue (right run): 409 `job-running` while it runs, 403
 * `step-up-needed` for one that needs a proof.
 */
export async function requestRun(actor: Actor, name: string): Promise<QueuedRun> {
  ask(actor, 'run');
  const job = jobNamed(name);
  if (job.needsProof) requireStepUpOfPeople(actor);
  await makeQueue(idleBoss);
  return transaction(async (tx) => {
    const queueId = await fireByHand(tx, job, personId(actor));
    if (!queueId) throw new Refusal('job-running', 409);
    const { rows } = await sql<{ askedAt: string }>`select now() as asked_at`.execute(tx);
    await logRequest(tx, actor, job);
    return { job: name, queueId, askedAt: rows[0]!.askedAt };
  });
}

/** Runs a job in this process and waits for it, bypassing the queue. With a person: right run, and a log entry. */
export async function runJob(name: string, trigger: Trigger, actor?: Actor): Promise<JobRunRow> {
  const job = jobNamed(name);
  if (actor?.type === 'user') {
    ask(actor, 'run');
    await transaction((tx) => logRequest(tx, actor, job));
  }
  return executeJob(job, { trigger, askedBy: actor ? personId(actor) : null });
}

/** The requested run, once it has ended; null when it has not within so many milliseconds. */
export async function awaitRun({ queueId, askedAt }: QueuedRun, milliseconds: number): Promise<JobRunRow | null> {
  for (const until = Date.now() + milliseconds; Date.now() < until; await sleep(200)) {
    const run = await db
      .selectFrom('jobRuns')
      .selectAll()
      .where('queueId', '=', queueId)
      .where('startedAt', '>=', askedAt)
      .where('endedAt', 'is not', null)
      .executeTakeFirst();
    if (run) return run;
  }
  return null;
}

interface Stand {
  name: string;
  failures: number;
  waitingState: 'created' | 'retry' | null;
  waitingUntil: string | null;
  lookedAt: string | null;
  scheduledSince: string | null;
}

async function readJobs(jobs: readonly Job[]): Promise<JobList> {
  const { rows } = await sql<Stand & ShownRun>`
    select named.name, newest.*, waiting.state as waiting_state, waiting.start_after as waiting_until,
      (select count(*) from job_runs f where f.job = named.name and f.outcome = 'failed' and f.started_at > now() - ${FAILURE_DAYS} * interval '1 day') as failures,
      (select max(cron_on) from pgboss.version) as looked_at,
      (select s.created_on from pgboss.schedule s where s.name = ${QUEUE} and s.key = named.name) as scheduled_since
    from unnest(${jobs.map(({ name }) => name)}::text[]) with ordinality as named (name, place)
    left join lateral (
      select r.*, u.full_name as asked_by_name from job_runs r left join users u on u.id = r.asked_by
      where r.job = named.name order by r.started_at desc, r.id desc limit 1) newest on true
    left join lateral (
      select q.state, q.start_after from pgboss.job q
      where q.name = ${QUEUE} and q.singleton_key = named.name and q.state < 'active' order by q.start_after limit 1) waiting on true
    order by named.place`.execute(db);
  const now = Date.now();
  const items = rows.map(
    ({ name, failures, waitingState, waitingUntil, lookedAt: _lookedAt, scheduledSince, ...run }, at) => {
      const isDue = waitingState !== null && Date.parse(waitingUntil!) <= now;
      const isRetry = waitingState === 'retry' && !isDue;
      const { schedule } = jobs[at]!;
      const newest = run.id === null ? scheduledSince : run.startedAt;
      return {
        name,
        schedule,
        failures,
        lastRun: run.id === null ? null : (run as ShownRun),
        waitingSince: isDue ? waitingUntil : null,
        nextRunAt: waitingState !== null && !isDue ? waitingUntil : (nextTimes(schedule)[0] ?? null),
        isRetry,
        overdueSince: overdueSince(schedule, newest, now),
      };
    },
  );
  return { items, lookedAt: rows[0]?.lookedAt ?? null };
}

function ask(actor: Actor, action: 'read' | 'run'): void {
  if (!actor.ability.can(SUBJECT, action)) throw notAuthorized();
}

async function logRequest(tx: Tx, actor: Actor, { name }: Job): Promise<void> {
  await logActivity(
    actor,
    { event: 'job.run', subject: SUBJECT, entity: 'job', entityNumber: name, params: { job: name } },
    tx,
  );
}
