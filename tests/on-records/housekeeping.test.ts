import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { createToken, peekToken, revokeTokens, useToken } from '#lib/access/tokens/public-tokens.server.ts';
import { openSession } from '#lib/access/session/session.server.ts';
import { verifyLog } from '#lib/activity/verification.server.ts';
import { addDays, today } from '#lib/values/time.ts';
import '#lib/modules.server.ts';
import { issueNumber } from '#lib/numbering/numbering.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { saveDraft } from '#lib/on-records/drafts.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { resultText } from '#lib/process/jobs/job-words.ts';
import { runJob } from '#lib/administration/jobs/jobs.server.ts';
import { facts } from '#tests/access/people.ts';
import { asOwner } from '#tests/support/database.ts';

// The nightly jobs; Hannah has left things behind by day.
let company: Company;
let hannah: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  hannah = await actorNamed('requester');
});

const night = async (job: string) => (await runJob(job, 'schedule')).result;
const owner = (statement: string) => asOwner(process.env.DATABASE_OWNER_URL!, statement);

describe('numbers without gaps', () => {
  const issue = async () => transaction((tx) => issueNumber(tx, 'VE', company.entityId, uuid()));

  test('hold where every number has its document, also after an act that was undone', async () => {
    await issue();
    await transaction(async (tx) => {
      await issueNumber(tx, 'VE', company.entityId, uuid());
      throw new Error('undone');
    }).catch(() => {});
    await issue();
    expect(await runJob('number-continuity', 'schedule')).toMatchObject({
      outcome: 'done',
      result: { series: expect.any(Number), numbers: expect.any(Number) },
    });
  });

  test('fail where one is missing, and name it: in the middle, and at the end', async () => {
    const numbers = [await issue(), await issue(), await issue()];
    const rows = await db
      .selectFrom('issuedNumbers')
      .selectAll()
      .where('number', 'in', [numbers[1]!, numbers[2]!])
      .execute();
    const sentence = async () => resultText(translatorFor('en'), await runJob('number-continuity', 'schedule'));
    await asOwner(process.env.DATABASE_OWNER_URL!, `delete from issued_numbers where number = '${numbers[1]}'`);
    expect(await sentence()).toBe(`The number ${numbers[1]} is missing: no document has it.`);
    await asOwner(process.env.DATABASE_OWNER_URL!, `delete from issued_numbers where number = '${numbers[2]}'`);
    expect(await sentence()).toBe(`2 numbers are missing; no document has them: ${numbers[1]}, ${numbers[2]}.`);
    await db.insertInto('issuedNumbers').values(rows).execute();
    expect((await runJob('number-continuity', 'schedule')).outcome).toBe('done');
  });
});

describe('spent links and sessions', () => {
  const DAY = 24;
  const link = (hours = DAY) =>
    transaction(async (tx) => {
      const wanted = { purpose: 'test', subjectId: hannah.id, hours, maxUses: 1 };
      return (await createToken(tx, hannah, wanted)).token;
    });
  const age = (column: string, days: number) =>
    sql`update public_tokens set ${sql.ref(column)} = now() - ${days} * interval '1 day' where purpose = 'test' and ${sql.ref(column)} is not null`.execute(
      db,
    );
  const left = async () =>
    Number(
      (await sql<{ n: number }>`select count(*) as n from public_tokens where purpose = 'test'`.execute(db)).rows[0]!.n,
    );
  beforeEach(() => sql`delete from public_tokens where purpose = 'test'`.execute(db));

  test('a link that works stays', async () => {
    const token = await link();
    await night('spent-cleanup');
    expect(await peekToken(db, 'test', token)).not.toBeNull();
  });

  test.each([
    ['expired', 'expires_at'],
    ['was revoked', 'revoked_at'],
    ['was used up', 'last_used_at'],
  ])('a link that %s goes after thirty days and not before', async (_, column) => {
    const token = await link();
    if (column === 'revoked_at') await transaction((tx) => revokeTokens(tx, 'test', hannah.id));
    if (column === 'last_used_at') await transaction((tx) => useToken(tx, 'test', token));
    await age(column, 29);
    await night('spent-cleanup');
    expect(await left()).toBe(1);
    await age(column, 31);
    expect(await night('spent-cleanup')).toMatchObject({ links: 1 });
    expect(await left()).toBe(0);
    expect(await night('spent-cleanup')).toMatchObject({ links: 0 });
  });

  test('sessions go thirty days after their end, with their keys; one that lasts stays', async () => {
    const [open, ended, expired] = await transaction((tx) =>
      Promise.all([true, false, false].map((remember) => openSession(tx, hannah.id, remember, facts()))),
    );
    await sql`update sessions set ended_at = now() - interval '31 days', ended_reason = 'signed-out', created_at = now() - interval '32 days' where id = ${ended!.id}`.execute(
      db,
    );
    await sql`update sessions set expires_at = now() - interval '31 days' where id = ${expired!.id}`.execute(db);
    await sql`update sessions set created_at = now() - interval '200 days', last_active_at = now() - interval '29 days' where id = ${open!.id}`.execute(
      db,
    );
    expect(await night('spent-cleanup')).toMatchObject({ sessions: 2 });
    const { rows } = await sql<{
      id: string;
    }>`select distinct session_id as id from refresh_tokens where session_id in (${open!.id}, ${ended!.id}, ${expired!.id})`.execute(
      db,
    );
    expect(rows.map(({ id }) => id)).toEqual([open!.id]);
    expect(await night('spent-cleanup')).toMatchObject({ sessions: 0 });
  });

  test('a count of attempts goes when its time is over; one that still locks stays', async () => {
    await sql`insert into rate_limits (key, points, expire) values ('over', 5, ${Date.now() - 1_000}), ('locks', 10, ${Date.now() + 60_000})`.execute(
      db,
    );
    await night('spent-cleanup');
    const { rows } = await sql<{ key: string }>`select key from rate_limits where key in ('over', 'locks')`.execute(db);
    expect(rows).toEqual([{ key: 'locks' }]);
  });
});

test('abandoned drafts and imports go in their time, and what somebody works on stays', async () => {
  for (const place of ['/old', '/new']) await saveDraft(hannah, place, { data: { title: ['Lilies'] } });
  await sql`update drafts set saved_at = now() - interval '91 days' where place = '/old'`.execute(db);
  const imported = (state: string, days: number) =>
    sql`
    insert into imports (id, entity, file_name, header, rows, row_numbers, mapping, state, created_at, done_at, created_by)
    values (gen_random_uuid(), 'address', ${`${state}-${days}.csv`}, '{}', '[]', '{}', '[]', ${state}, now() - ${days} * interval '1 day', ${state === 'previewed' ? null : new Date().toISOString()}, ${hannah.id})`.execute(
      db,
    );
  for (const [state, days] of [
    ['previewed', 2],
    ['previewed', 0],
    ['done', 80],
    ['done', 91],
    ['undone', 91],
  ] as const)
    await imported(state, days);
  expect(await night('unfinished-cleanup')).toEqual({ drafts: 1, imports: 3 });
  expect(
    (await sql<{ place: string }>`select place from drafts where user_id = ${hannah.id}`.execute(db)).rows,
  ).toEqual([{ place: '/new' }]);
  expect(
    (await sql<{ name: string }>`select file_name as name from imports order by 1`.execute(db)).rows.map(
      ({ name }) => name,
    ),
  ).toEqual(['done-80.csv', 'previewed-0.csv']);
  expect(await night('unfinished-cleanup')).toEqual({ drafts: 0, imports: 0 });
});

test('runs of jobs go after the time that is set, but the newest of each stays', async () => {
  const run = (job: string, days: number) =>
    sql`
    insert into job_runs (id, job, trigger, started_at, ended_at, outcome) values (gen_random_uuid(), ${job}, 'schedule', now() - ${days} * interval '1 day', now() - ${days} * interval '1 day', 'done')`.execute(
      db,
    );
  for (const [job, days] of [
    ['of-old', 200],
    ['of-old', 100],
    ['daily', 91],
    ['daily', 89],
    ['daily', 1],
  ] as const)
    await run(job, days);
  const left = async () =>
    (
      await sql<{
        job: string;
        days: number;
      }>`select job, extract(day from now() - started_at) as days from job_runs where job in ('of-old', 'daily') order by 1, 2`.execute(
        db,
      )
    ).rows;
  expect(await night('job-run-cleanup')).toEqual({ runs: 2 });
  expect(await left()).toEqual([
    { job: 'daily', days: 1 },
    { job: 'daily', days: 89 },
    { job: 'of-old', days: 100 },
  ]);
  await sql`insert into settings (name, value) values ('jobs.keep-runs-days', '30')`.execute(db);
  expect(await night('job-run-cleanup')).toEqual({ runs: 1 });
});

describe('the activity log', () => {
  const yearsAgo = (years: number) =>
    `${Number(today().slice(0, 4)) - years}${today().slice(4).replace('-02-29', '-02-28')}`;
  const write = (day: string) =>
    sql`
    insert into activity_log (id, day, occurred_at, actor_type, event_code, subject) values (gen_random_uuid(), ${day}, ${`${day}T04:00:00Z`}, 'system', 'test.aged', 'Auth')`.execute(
      db,
    );
  const aged = async () =>
    (
      await sql<{ day: string }>`select day from activity_log where event_code = 'test.aged' order by day`.execute(db)
    ).rows.map(({ day }) => day);
  const days = () => [
    addDays(yearsAgo(9), 0),
    addDays(yearsAgo(7), -1),
    yearsAgo(7),
    addDays(yearsAgo(6), 0),
    yearsAgo(4),
  ];

  test('is stored for seven years, and what goes is recorded and not missed', async () => {
    for (const day of days()) for (let n = 0; n < 2; n += 1) await write(day);
    expect(await verifyLog()).toMatchObject({ brokenDay: null });
    expect(await night('log-retention')).toEqual({ entries: 4 });
    expect(new Set(await aged())).toEqual(new Set(days().slice(2)));
    expect(await verifyLog()).toMatchObject({ brokenDay: null });
    const [entry] = await db
      .selectFrom('activityLog')
      .selectAll()
      .where('eventCode', '=', 'activity-log.forgotten')
      .execute();
    expect(entry).toMatchObject({ actorType: 'system', params: { count: 4, before: yearsAgo(7) } });
    expect(await night('log-retention')).toEqual({ entries: 0 });
    const noted = await sql<{
      beforeDay: string;
      entries: number;
    }>`select before_day, entries from activity_forgotten`.execute(db);
    expect(noted.rows).toEqual([{ beforeDay: yearsAgo(7), entries: 4 }]);
  });

  test('is stored for five years by the database, whatever is set and whoever asks', async () => {
    await sql`insert into settings (name, value) values ('activity.keep-years', '1')`.execute(db);
    expect((await runJob('log-retention', 'schedule')).outcome).toBe('failed');
    expect(await aged()).toContain(yearsAgo(4));
    await expect(sql`select forget_activity(${yearsAgo(4)}::date)`.execute(db)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(sql`delete from activity_log where day < ${yearsAgo(6)}`.execute(db)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(owner(`delete from activity_log where day = '${yearsAgo(4)}'`)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(
      owner(
        `insert into activity_forgotten (id, before_day, entries, forgotten_at) values (gen_random_uuid(), '${yearsAgo(3)}', 1, now() + interval '3 years')`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(owner('truncate activity_log')).rejects.toMatchObject({ code: '42501' });
    await sql`insert into settings (name, value, valid_from) values ('activity.keep-years', '5', now() + interval '1 millisecond')`.execute(
      db,
    );
    await expect.poll(async () => (await runJob('log-retention', 'schedule')).outcome).toBe('done');
    expect(new Set(await aged())).toEqual(new Set([yearsAgo(4)]));
  });

  test('still misses a sealed day that somebody took out past the product', async () => {
    expect(await verifyLog()).toMatchObject({ brokenDay: null });
    await owner(`set session_replication_role = replica; delete from activity_log where day = '${yearsAgo(4)}'`);
    expect(await verifyLog()).toMatchObject({ brokenDay: yearsAgo(4) });
  });
});
