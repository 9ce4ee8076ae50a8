import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import { db } from '#lib/process/database/database.server.ts';
import { readJobStates } from '#lib/process/jobs/status.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { registry } from '#lib/process/instrumentation/measured.server.ts';

/** Milliseconds for which figures of the database are cached: several scrapers may ask, as often as they like. */
const KEPT_MS = 5_000;
/** Milliseconds after which figures the database has not delivered are left out. */
const PATIENCE_MS = 3_000;

interface Figures {
  mailWaiting: number;
  mailFailed: number;
  mailOldest: number;
  chatWaiting: number;
  chatFailed: number;
  chatOldest: number;
  forDigest: number;
}

const registers = [registry];
const gauge = <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
  (registry.getSingleMetric(`garden_${name}`) as Gauge<L> | undefined) ??
  new Gauge<L>({ name: `garden_${name}`, help, labelNames, registers });

/** Figures shared by all processes, as of this one's last reading. */
const gauges = {
  up: gauge('database_up', 'Whether the database has answered: 1 or 0. At 0 what it would tell is left out.'),
  messages: gauge('outbox_messages', 'Messages that wait to be sent, or were given up.', ['outbox', 'status']),
  oldest: gauge(
    'outbox_oldest_waiting_seconds',
    'For how long the oldest waiting message has been due; 0 when none is.',
    ['outbox'],
  ),
  forDigest: gauge('notifications_waiting', 'Notifications that wait for the overview of the day.'),
  sinceSuccess: gauge('job_seconds_since_success', 'Time since a job was last done; left out for one that never was.', [
    'job',
  ]),
  overdue: gauge('job_overdue', 'Whether a job has not run for twice its period: 1 or 0.', ['job']),
};

let readAt = 0;
let reading: Promise<void> | undefined;
let overdue: string[] = [];

/** Reads the figures of the installation for the current scrape; never fails. */
export async function readAppFigures(): Promise<void> {
  if (Date.now() - readAt < KEPT_MS) return;
  reading ??= readAll().finally(() => (reading = undefined));
  await reading;
}

/** Jobs that have not run for twice their period, as of the last reading. */
export async function overdueJobs(): Promise<string[]> {
  await readAppFigures();
  return overdue;
}

async function readAll(): Promise<void> {
  try {
    const [figures, stands] = await patiently(Promise.all([readFigures(), readJobStates()]));
    for (const one of Object.values(gauges)) one.reset();
    gauges.up.set(1);
    for (const outbox of ['mail', 'chat'] as const) {
      gauges.messages.set({ outbox, status: 'waiting' }, figures[`${outbox}Waiting`]);
      gauges.messages.set({ outbox, status: 'failed' }, figures[`${outbox}Failed`]);
      gauges.oldest.set({ outbox }, figures[`${outbox}Oldest`]);
    }
    gauges.forDigest.set(figures.forDigest);
    for (const { job, secondsSinceSuccess, overdueSince } of stands) {
      if (secondsSinceSuccess !== null) gauges.sinceSuccess.set({ job }, secondsSinceSuccess);
      gauges.overdue.set({ job }, overdueSince ? 1 : 0);
    }
    overdue = stands.filter(({ overdueSince }) => overdueSince).map(({ job }) => job);
  } catch (error) {
    log.warn({ err: error }, 'the figures could not be read');
    for (const one of Object.values(gauges)) one.reset();
    gauges.up.set(0);
    overdue = [];
  }
  readAt = Date.now();
}

async function readFigures(): Promise<Figures> {
  const outbox = (
    name: string,
  ) => sql`(select count(*) from ${sql.table(`${name}_outbox`)} where status = 'waiting') as ${sql.ref(`${name}_waiting`)},
    (select count(*) from ${sql.table(`${name}_outbox`)} where status = 'failed') as ${sql.ref(`${name}_failed`)},
    (select coalesce(extract(epoch from now() - min(due_at)), 0)::float8 from ${sql.table(`${name}_outbox`)} where status = 'waiting' and due_at <= now()) as ${sql.ref(`${name}_oldest`)}`;
  const { rows } = await sql<Figures>`select ${outbox('mail')}, ${outbox('chat')},
    (select count(*) from notifications where in_digest and digested_at is null) as for_digest`.execute(db);
  return rows[0]!;
}

function patiently<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
