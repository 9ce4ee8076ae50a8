import { PgBoss, fromKysely, type ConstructorOptions, type Db, type SendOptions } from 'pg-boss';
import { TIME_ZONE } from '#lib/values/constants.ts';
import { pool, type Tx } from '#lib/process/database/database.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { declaredJobs, type Job } from './declared.server.ts';

/** An entry of the queue: one firing of a job. */
export interface Firing {
  job: string;
  trigger: Trigger;
  /** Who started it by hand. */
  askedBy: string | null;
}

export type Trigger = 'schedule' | 'hand';

/** All jobs share one queue, so that a process polls once for all of them. */
export const QUEUE = 'garden';
/** A job whose process gives no heartbeat for so long is taken over by another. */
const SIGN_OF_LIFE_SECONDS = 30;
/** Seconds before a failed run is retried; doubled each time, up to half an hour. */
const RETRY_SECONDS = 60;
const RETRY_MOST_SECONDS = 1_800;
const RETRIES = 4;
/** A job whose period is at most so many minutes is not retried: its next firing does that. */
const FREQUENT_MINUTES = 15;

const overOurPool: Db = { executeSql: (text, values) => pool.query(text, values as unknown[] | undefined) };

/** pg-boss on the connections of this process, with tables created by a migration. */
export function makeBoss(options: ConstructorOptions): PgBoss {
  const boss = new PgBoss({
    db: overOurPool,
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    ...options,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the queue of jobs'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the queue of jobs'));
  return boss;
}

/** An instance that runs nothing by itself: for queries and calculations. */
export const idleBoss = makeBoss({ schedule: false, supervise: false });

/** The queue itself: at most one firing of a job waits or runs. */
export async function makeQueue(boss: PgBoss): Promise<void> {
  await boss.createQueue(QUEUE, { policy: 'exclusive', heartbeatSeconds: SIGN_OF_LIFE_SECONDS });
}

/** Updates the queue and the schedules to the declared jobs, and removes the schedules of jobs that no longer exist. */
export async function syncSchedules(boss: PgBoss): Promise<void> {
  await boss.updateQueue(QUEUE, { heartbeatSeconds: SIGN_OF_LIFE_SECONDS });
  for (const job of declaredJobs()) {
    const firing: Firing = { job: job.name, trigger: 'schedule', askedBy: null };
    if (job.schedule)
      await boss.schedule(QUEUE, job.schedule, firing, {
        ...sending(job),
        key: job.name,
        tz: TIME_ZONE,
        missed: 'once',
      });
  }
  const scheduled = new Set(
    declaredJobs()
      .filter(({ schedule }) => schedule)
      .map(({ name }) => name),
  );
  for (const { key } of await boss.getSchedules(QUEUE)) if (!scheduled.has(key)) await boss.unschedule(QUEUE, key);
}

/**
 * Queues a firing by hand, in the caller's transaction; one that waits to be retried runs at once instead. Returns its
 * id, or null while the job runs.
 */
export async function fireByHand(tx: Tx, job: Job, askedBy: string | null): Promise<string | null> {
  const firing: Firing = { job: job.name, trigger: 'hand', askedBy };
  const { jobs } = await idleBoss.upsert(QUEUE, firing, { ...sending(job), startAfter: 0, db: fromKysely(tx) });
  return jobs[0] ?? null;
}

/** The next `count` times of a schedule after an instant (default now), ISO. */
export function nextTimes(schedule: string | null, count = 1, from = new Date()): string[] {
  return schedule === null
    ? []
    : idleBoss.previewSchedule(schedule, { tz: TIME_ZONE, count, from }).map((at) => at.toISOString());
}

const pauses = new Map<string, number>();
/** Number of firings examined: more than a day of any describable schedule, or two months. */
const LOOKED_AT = 25;

/** Milliseconds of the longest interval between two firings of a schedule. */
export function longestPause(schedule: string): number {
  const known = pauses.get(schedule);
  if (known !== undefined) return known;
  const times = nextTimes(schedule, LOOKED_AT).map((at) => Date.parse(at));
  const longest = Math.max(...times.slice(1).map((at, before) => at - times[before]!));
  pauses.set(schedule, longest);
  return longest;
}

function sending({ name, schedule, mostMinutes }: Job): SendOptions & { singletonKey: string } {
  const [first, second] = nextTimes(schedule, 2).map((at) => Date.parse(at));
  const isFrequent = first !== undefined && second !== undefined && second - first <= FREQUENT_MINUTES * 60_000;
  return {
    singletonKey: name,
    expireInSeconds: mostMinutes * 60,
    retryLimit: isFrequent ? 0 : RETRIES,
    retryDelay: RETRY_SECONDS,
    retryBackoff: true,
    retryDelayMax: RETRY_MOST_SECONDS,
  };
}
