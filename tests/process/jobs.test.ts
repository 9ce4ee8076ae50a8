import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { db } from '#lib/process/database/database.server.ts';
import { declareJob, type RunContext } from '#lib/process/jobs/declared.server.ts';
import { requestRun, getJob, listJobs, runJob, awaitRun } from '#lib/administration/jobs/jobs.server.ts';
import { makeBoss, nextTimes } from '#lib/process/jobs/queue.server.ts';
import { readRunsQuery } from '#lib/process/jobs/runs-query.ts';
import { startJobs } from '#lib/process/jobs/worker.server.ts';
import { asOwner } from '#tests/support/database.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti administers; Helen, the auditor, looks on; Hannah knows nothing of jobs.
let siti: Actor;
let helen: Actor;
let hannah: Actor;

/** What the jobs of these tests do next. */
let work: (run: RunContext) => Promise<Record<string, number>> = async () => ({});
for (const [name, schedule] of [
  ['watering', null],
  ['endless', null],
  ['minutely', '* * * * *'],
  ['nightly', '10 0 * * *'],
] as const) {
  declareJob({ name, schedule, run: (run) => work(run) });
}

const stops: (() => Promise<void>)[] = [];
const start = async (finishMs?: number) => void stops.push(await startJobs(finishMs));
const stopAll = async () => void (await Promise.all(stops.splice(0).map((stop) => stop())));

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  [siti, helen, hannah] = (await Promise.all(['admin', 'auditor', 'requester'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
});
beforeEach(async () => {
  work = async () => ({});
  await sql`delete from pgboss.job`.execute(db);
  await sql`delete from job_runs`.execute(db);
});
afterEach(stopAll);

const runsOf = (job: string) =>
  db.selectFrom('jobRuns').selectAll().where('job', '=', job).orderBy('startedAt').execute();
const ended = (job: string, count: number) =>
  expect.poll(async () => (await runsOf(job)).filter(({ endedAt }) => endedAt).length, { timeout: 15_000 }).toBe(count);
const hurry = () => sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(db);
/** As if no process had looked yet, so that the next one looks at once. */
const forgetLooking = () => sql`update pgboss.version set cron_on = null`.execute(db);
const query = (text = '') => readRunsQuery(new URLSearchParams(text));

test('the tables of the queue are those that the installed pg-boss expects', async () => {
  const boss = makeBoss({ schedule: false, supervise: false });
  const drift = await boss.detectSchemaDrift();
  expect(drift).toMatchObject({ ok: true });
});

test('the product fills the queue and makes no tables in it', async () => {
  await expect(sql`create table pgboss.mine (id int)`.execute(db)).rejects.toMatchObject({ code: '42501' });
});

describe('a run', () => {
  test('is recorded with its figures and its time', async () => {
    work = async () => ({ plants: 12 });
    const run = await runJob('watering', 'schedule');
    expect(run).toMatchObject({
      job: 'watering',
      trigger: 'schedule',
      attempt: 1,
      outcome: 'done',
      result: { plants: 12 },
      error: null,
      askedBy: null,
    });
    expect(Date.parse(run.endedAt!)).toBeGreaterThanOrEqual(Date.parse(run.startedAt));
  });

  test('leaves entries in the log under its own id, as the product', async () => {
    work = async ({ id, actor }) => {
      expect(actor).toMatchObject({ type: 'system', requestId: id });
      return {};
    };
    expect((await runJob('watering', 'schedule')).outcome).toBe('done');
  });

  test('that throws is recorded as failed, with the message and without what signs anybody in', async () => {
    const password = decodeURIComponent(new URL(process.env.DATABASE_URL!).password);
    work = async () => {
      throw new Error(
        `cannot reach smtp://garden:s3cretword@mail.example with ${password}, Bearer abcdefgh12345678, token=zzz999 and {"apiKey":"k-1234567"}`,
      );
    };
    const run = await runJob('watering', 'schedule');
    expect(run).toMatchObject({ outcome: 'failed', errorCode: null, result: null });
    expect(run.error).toMatch(/^cannot reach smtp:\/\/garden:\(left out\)@mail\.example with /);
    for (const secret of ['s3cretword', password, 'abcdefgh12345678', 'zzz999', 'k-1234567'])
      expect(run.error).not.toContain(secret);
  });

  test('that finds something wrong says so with a code that has a sentence', async () => {
    work = async () => {
      throw new Refusal('too-many-rows', 422, { params: { rows: 7 } });
    };
    expect(await runJob('watering', 'schedule')).toMatchObject({
      outcome: 'failed',
      errorCode: 'too-many-rows',
      errorParams: { rows: 7 },
      error: null,
    });
  });

  test('never runs beside itself, wherever it is begun', async () => {
    let finish = () => {};
    let begun = () => {};
    const isUnderWay = new Promise<void>((resolve) => (begun = resolve));
    work = () =>
      new Promise((resolve) => {
        begun();
        finish = () => resolve({ plants: 1 });
      });
    const first = runJob('watering', 'schedule');
    await isUnderWay;
    const others = await Promise.all([1, 2, 3].map(() => refusal(runJob('watering', 'schedule'))));
    expect(others.map(({ code, status }) => `${code} ${status}`)).toEqual(Array(3).fill('job-running 409'));
    work = async () => ({});
    expect((await runJob('nightly', 'schedule')).outcome).toBe('done');
    finish();
    expect((await first).outcome).toBe('done');
    expect(await runsOf('watering')).toHaveLength(1);
    await expect(
      sql`insert into job_runs (id, job, trigger) select gen_random_uuid(), 'watering', 'schedule' from generate_series(1, 2)`.execute(
        db,
      ),
    ).rejects.toMatchObject({ code: '23505' });
  });
});

describe('asked for by hand', () => {
  test('by Siti, it is run by one of the processes and stands in the log', async () => {
    work = async () => ({ plants: 3 });
    await Promise.all([start(), start()]);
    const run = await awaitRun(await requestRun(siti, 'watering'), 10_000);
    expect(run).toMatchObject({ trigger: 'hand', outcome: 'done', result: { plants: 3 }, askedBy: siti.id });
    const entry = await db
      .selectFrom('activityLog')
      .selectAll()
      .where('eventCode', '=', 'job.run')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ actorId: siti.id, subject: 'Job', entityNumber: 'watering', outcome: 'ok' });
    expect(await runsOf('watering')).toHaveLength(1);
  });

  test('by Helen or Hannah it is refused, and nothing is fired', async () => {
    for (const actor of [helen, hannah]) {
      expect(await refusal(requestRun(actor, 'watering'))).toMatchObject({ code: 'not-authorized', status: 403 });
      expect(await refusal(runJob('watering', 'hand', actor))).toMatchObject({ status: 403 });
    }
    const { rows } = await sql`select 1 from pgboss.job`.execute(db);
    expect(rows).toEqual([]);
    expect(await runsOf('watering')).toEqual([]);
  });

  test('while it runs it is refused, and leaves no entry', async () => {
    let finish = () => {};
    work = () => new Promise((resolve) => (finish = () => resolve({})));
    await start();
    const asked = await requestRun(siti, 'watering');
    await expect.poll(async () => (await runsOf('watering')).length, { timeout: 10_000 }).toBe(1);
    const before = await activityCount();
    expect(await refusal(requestRun(siti, 'watering'))).toMatchObject({ code: 'job-running', status: 409 });
    expect(await activityCount()).toBe(before);
    finish();
    expect(await awaitRun(asked, 10_000)).toMatchObject({ outcome: 'done' });
  });

  test('ten times at once it is fired once', async () => {
    const asked = await Promise.all(Array.from({ length: 10 }, () => requestRun(siti, 'watering')));
    expect(new Set(asked.map(({ queueId }) => queueId)).size).toBe(1);
    await start();
    await ended('watering', 1);
  });

  test('there is no job of another name', async () => {
    expect(await refusal(requestRun(siti, 'moon-landing'))).toMatchObject({ status: 404 });
  });

  const activityCount = async () =>
    Number(
      (await sql<{ n: number }>`select count(*) as n from activity_log where event_code = 'job.run'`.execute(db))
        .rows[0]!.n,
    );
});

describe('on its schedule', () => {
  test('a job is fired once, however many processes look, and however often', async () => {
    // A whole minute lies between two firings: all of this stays within one.
    const second = () => new Date().getUTCSeconds();
    await expect.poll(second, { timeout: 60_000, interval: 200 }).toBeLessThan(25);
    await forgetLooking();
    await Promise.all([start(), start(), start()]);
    await ended('minutely', 1);
    await forgetLooking();
    await start();
    await expect
      .poll(async () => (await sql`select 1 from pgboss.version where cron_on is not null`.execute(db)).rows.length, {
        timeout: 5_000,
      })
      .toBe(1);
    await start();
    await requestRun(siti, 'watering');
    await ended('watering', 1);
    expect(await runsOf('minutely')).toMatchObject([{ trigger: 'schedule', outcome: 'done' }]);
    expect(await runsOf('nightly')).toEqual([]);
  }, 90_000);

  test('times are those of Singapore', () => {
    expect(nextTimes('10 0 * * *', 2, new Date('2026-11-21T17:00:00Z'))).toEqual([
      '2026-11-22T16:10:00.000Z',
      '2026-11-23T16:10:00.000Z',
    ]);
  });

  test('one that was missed while no process ran is made up for, once', async () => {
    await start();
    await stopAll();
    await sql`update pgboss.schedule set created_on = now() - interval '3 days' where key = 'nightly'`.execute(db);
    await sql`update pgboss.version set cron_on = now() - interval '2 days'`.execute(db);
    await Promise.all([start(), start()]);
    await ended('nightly', 1);
    expect(await runsOf('nightly')).toMatchObject([{ trigger: 'schedule', outcome: 'done' }]);
  });

  test('a job that is no more loses its schedule', async () => {
    await start();
    await sql`insert into pgboss.schedule (name, key, cron) values ('garden', 'of-old', '* * * * *')`.execute(db);
    await stopAll();
    await start();
    const { rows } = await sql<{ key: string }>`select key from pgboss.schedule order by key`.execute(db);
    expect(rows.map(({ key }) => key)).not.toContain('of-old');
    expect(rows.map(({ key }) => key)).toEqual(expect.arrayContaining(['minutely', 'nightly']));
  });
});

describe('a job that fails', () => {
  test('is tried again, later each time, and each attempt says why', async () => {
    work = async ({ attempt }) => {
      if (attempt < 3) throw new Error(`no water, attempt ${attempt}`);
      return { plants: 5 };
    };
    await start();
    const { queueId } = await requestRun(siti, 'watering');
    await ended('watering', 1);
    const wait = async () =>
      (
        await sql<{
          s: number;
        }>`select extract(epoch from start_after - now()) as s from pgboss.job where id = ${queueId} and state = 'retry'`.execute(
          db,
        )
      ).rows[0]?.s;
    await expect.poll(wait).toBeGreaterThan(25);
    const first = (await wait())!;
    await hurry();
    await ended('watering', 2);
    await expect.poll(wait).toBeGreaterThan(first);
    await hurry();
    await ended('watering', 3);
    expect(await runsOf('watering')).toMatchObject([
      { attempt: 1, outcome: 'failed', error: 'no water, attempt 1', queueId },
      { attempt: 2, outcome: 'failed', error: 'no water, attempt 2', queueId },
      { attempt: 3, outcome: 'done', result: { plants: 5 }, queueId },
    ]);
    const kept = await sql<{ output: unknown }>`select output from pgboss.job where id = ${queueId}`.execute(db);
    expect(JSON.stringify(kept.rows)).not.toContain('.ts:');
  }, 40_000);

  test('is shown with its failures and its next attempt', async () => {
    work = async () => {
      throw new Error('no water');
    };
    await start();
    await requestRun(siti, 'watering');
    await ended('watering', 1);
    const view = async () => (await listJobs(helen)).items.find(({ name }) => name === 'watering')!;
    await expect.poll(async () => (await view()).nextRunAt).not.toBeNull();
    expect(await view()).toMatchObject({
      failures: 1,
      waitingSince: null,
      isRetry: true,
      lastRun: { outcome: 'failed', error: 'no water', askedByName: siti.fullName },
    });
    work = async () => ({ plants: 1 });
    const run = await awaitRun(await requestRun(siti, 'watering'), 10_000);
    expect(run).toMatchObject({ outcome: 'done', attempt: 2 });
    expect(await view()).toMatchObject({ failures: 1, nextRunAt: null, lastRun: { outcome: 'done' } });
  });

  test('with a finding is not tried again: it would find the same', async () => {
    work = async () => {
      throw new Refusal('still-used', 409);
    };
    await start();
    const { queueId } = await requestRun(siti, 'watering');
    await ended('watering', 1);
    await expect
      .poll(
        async () =>
          (await sql<{ state: string }>`select state from pgboss.job where id = ${queueId}`.execute(db)).rows[0]?.state,
      )
      .toBe('completed');
  });
});

describe('in the middle of a job', () => {
  test('a process that ends gives it time to finish', async () => {
    work = () => new Promise((resolve) => setTimeout(() => resolve({ plants: 9 }), 800));
    await start();
    const asked = await requestRun(siti, 'watering');
    await expect.poll(async () => (await runsOf('watering')).length, { timeout: 10_000 }).toBe(1);
    await stopAll();
    expect(await awaitRun(asked, 1)).toMatchObject({ outcome: 'done', result: { plants: 9 } });
  });

  test('one that needs longer is noted as interrupted, told to stop, and taken up at the next start', async () => {
    let told = false;
    work = ({ signal }) => new Promise(() => signal.addEventListener('abort', () => (told = true)));
    await start(1_000);
    const { queueId } = await requestRun(siti, 'watering');
    await expect.poll(async () => (await runsOf('watering')).length, { timeout: 10_000 }).toBe(1);
    await stopAll();
    expect(told).toBe(true);
    expect(await runsOf('watering')).toMatchObject([{ outcome: 'interrupted', queueId }]);
    work = async () => ({ plants: 4 });
    await start();
    await ended('watering', 2);
    expect(await runsOf('watering')).toMatchObject([
      { outcome: 'interrupted', attempt: 1 },
      { outcome: 'done', attempt: 2, queueId, trigger: 'hand', askedBy: siti.id },
    ]);
  });

  test('the connection that holds the lock breaks: the work is told to stop, and the run is noted as interrupted', async () => {
    let told = false;
    const begun = Promise.withResolvers<void>();
    work = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          told = true;
          reject(new Error('stopped'));
        });
        begun.resolve();
      });
    const running = runJob('watering', 'schedule');
    await begun.promise;
    const holders = sql<{
      pid: number;
    }>`select pid from pg_locks where locktype = 'advisory' and classid = hashtext('job')::oid and objid::bigint = (hashtext('watering')::bigint & 4294967295)`;
    const [{ pid }] = (await holders.execute(db)).rows as [{ pid: number }];
    await asOwner(process.env.DATABASE_OWNER_URL!, `select pg_terminate_backend(${pid})`);
    expect((await running).outcome).toBe('interrupted');
    expect(told).toBe(true);
    work = async () => ({});
    expect((await runJob('watering', 'schedule')).outcome).toBe('done');
  });

  test('a process is killed: the next one notes it and takes the job up', async () => {
    const other = spawn(process.execPath, [fileURLToPath(new URL('../support/jobs-process.ts', import.meta.url))], {
      env: { ...process.env, LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const begun = new Promise<void>((resolve) =>
      other.stdout.on('data', (text) => String(text).includes('begun') && resolve()),
    );
    const gone = new Promise((resolve) => other.on('exit', resolve));
    const { queueId } = await requestRun(siti, 'endless');
    await begun;
    expect(await runsOf('endless')).toMatchObject([{ endedAt: null }]);
    expect(await refusal(runJob('endless', 'hand', siti))).toMatchObject({ code: 'job-running' });
    other.kill('SIGKILL');
    await gone;
    work = async () => ({ plants: 2 });
    await start();
    await ended('endless', 2);
    expect(await runsOf('endless')).toMatchObject([
      { outcome: 'interrupted', attempt: 1, queueId, result: null },
      { outcome: 'done', attempt: 2, queueId, result: { plants: 2 } },
    ]);
  }, 40_000);
});

describe('the screen', () => {
  test('lists every job to Helen, and to Hannah none', async () => {
    const { items } = await listJobs(helen);
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(['watering', 'minutely', 'nightly']));
    expect(items.find(({ name }) => name === 'nightly')).toMatchObject({
      schedule: '10 0 * * *',
      lastRun: null,
      failures: 0,
      waitingSince: null,
    });
    expect(await refusal(listJobs(hannah))).toMatchObject({ status: 403 });
    expect(await refusal(getJob(hannah, 'watering', query()))).toMatchObject({ status: 403 });
    expect(await refusal(getJob(helen, 'moon-landing', query()))).toMatchObject({ status: 404 });
  });

  test('says when no process runs jobs', async () => {
    await forgetLooking();
    expect((await listJobs(helen)).lookedAt).toBeNull();
    await start();
    await expect.poll(async () => (await listJobs(helen)).lookedAt).not.toBeNull();
    await stopAll();
    await requestRun(siti, 'watering');
    expect((await listJobs(helen)).items.find(({ name }) => name === 'watering')).toMatchObject({
      waitingSince: expect.any(String),
    });
  });

  test('pages through the runs of a job, newest first, and finds those that failed', async () => {
    for (let n = 1; n <= 12; n += 1) {
      work = async () => {
        if (n === 5) throw new Error('no water');
        return { plants: n };
      };
      await runJob('watering', 'schedule');
    }
    const first = await getJob(helen, 'watering', query());
    expect(first.runs).toMatchObject({ total: 12, page: 1, perPage: 10 });
    expect(first.runs.items.map(({ result }) => result?.plants)).toEqual([12, 11, 10, 9, 8, 7, 6, undefined, 4, 3]);
    expect((await getJob(helen, 'watering', query('page=2'))).runs.items).toHaveLength(2);
    expect((await getJob(helen, 'watering', query('outcome=failed'))).runs).toMatchObject({
      total: 1,
      items: [{ error: 'no water' }],
    });
    expect(first.failures).toBe(1);
  });
});
