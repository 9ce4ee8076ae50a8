import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { systemActor, type Actor } from '#lib/values/actor.ts';
import { activityOf, logActivity } from '#lib/activity/activity.server.ts';
import { checkChain } from '#lib/activity/log-chain.server.ts';
import { eventName, recordName } from '#lib/administration/activity-log/log-words.server.ts';
import { readLogQuery, logHref } from '#lib/administration/activity-log/log-query.ts';
import { exportLog, knownEvents, readLog } from '#lib/administration/activity-log/log-reading.server.ts';
import { lastVerification, verifyLog } from '#lib/activity/verification.server.ts';
import { describeEntry as described } from '#lib/on-records/history/describe.server.ts';
import { wordDifference } from '#lib/on-records/history/word-difference.ts';
import { createUser, updateUser } from '#lib/directory/user/user.server.ts';
import { addDays, today } from '#lib/values/time.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { holiday } from '#lib/settings/holiday.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { runJob } from '#lib/administration/jobs/jobs.server.ts';
import { asOwner } from '#tests/support/database.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti administers and reads the log; Helen, the auditor, reads it too; Hannah does not.
let company: Company;
let siti: Actor;
let helen: Actor;
let hannah: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, helen, hannah] = (await Promise.all(['admin', 'auditor', 'requester'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
});

const query = (filters: Record<string, string> = {}) => readLogQuery(new URLSearchParams(filters));
const owner = (statement: string) => asOwner(process.env.DATABASE_OWNER_URL!, statement);
const noted = (more: object = {}) => logActivity(hannah, { event: 'test.noted', subject: 'Auth', ...more });

test('names the kinds of record by their declaration, whichever module declares them', () => {
  const t = translatorFor('de');
  expect(eventName(t, 'department.imported')).toMatch(/^Abteilung: /);
  expect(recordName(t, { entity: 'purchase-request', subject: 'PurchaseRequest' })).toBe('Bestellanforderung');
  expect(eventName(t, 'moon-landing.planned')).toMatch(/^moon landing: /);
  // A declaration named by words of another module than its own.
  expect(recordName(t, { entity: holiday.name, subject: 'Department' })).toBe('Feiertag');
});

describe('the log', () => {
  test('is read by Helen and Siti, and not by Hannah', async () => {
    expect((await readLog(helen, query())).total).toBeGreaterThan(20);
    expect(await refusal(readLog(hannah, query()))).toMatchObject({ status: 403 });
    expect(await refusal(exportLog(hannah, query(), 10))).toMatchObject({ status: 403 });
  });

  test('notes who reads it and with which filters, once for all pages of it', async () => {
    await readLog(helen, query({ subject: 'User' }));
    await readLog(helen, query({ subject: 'User', page: '2' }));
    const readings = await readLog(siti, query({ event: 'activity-log.read', who: helen.id }));
    expect(
      readings.items.filter(({ params }) => JSON.stringify(params['filters']) === '{"subject":["User"]}'),
    ).toHaveLength(1);
  });

  test('finds entries by person, time, subject, event, number, field, outcome, address and request', async () => {
    const duty = await db.selectFrom('users').selectAll().where('username', '=', 'duty').executeTakeFirstOrThrow();
    await updateUser(siti, duty, { jobTitle: 'Senior duty officer' });
    await logActivity(
      { ...hannah, ip: '10.4.2.18' },
      { event: 'access.refused', subject: 'Vendor', outcome: 'refused', reasonCode: 'not-authorized' },
    );
    const first = async (filters: Record<string, string>) =>
      (await readLog(siti, query(filters))).items.map(({ eventCode }) => eventCode)[0];
    expect(await first({ number: 'DUT' })).toBe('user.updated');
    expect(await first({ field: 'jobTitle' })).toBe('user.updated');
    expect(await first({ q: 'jobtitle hannah' })).toBeUndefined();
    expect(await first({ q: 'duty jobtitle' })).toBe('user.updated');
    expect(await first({ who: hannah.id })).toBe('access.refused');
    expect(await first({ outcome: 'refused', subject: 'Vendor' })).toBe('access.refused');
    expect(await first({ address: '10.4.' })).toBe('access.refused');
    expect(await first({ request: siti.requestId, event: 'user.updated' })).toBe('user.updated');
    expect(await first({ from: today(), event: 'user.updated' })).toBe('user.updated');
    expect(await first({ to: addDays(today(), -1) })).toBeUndefined();
    expect(await knownEvents()).toEqual(
      expect.arrayContaining(['access.refused', 'activity-log.read', 'user.created', 'user.updated']),
    );
  });

  test('shows entries of a business entity only to whoever works for it', async () => {
    const other = (await sql<{ id: string }>`select id from business_entities where short_code = 'SCS'`.execute(db))
      .rows[0]!.id;
    await noted({ businessEntityId: other, entityNumber: 'SCS-1' });
    await noted({ businessEntityId: company.entityId, entityNumber: 'SCS-2' });
    const numbers = async (reader: Actor) =>
      (await readLog(reader, query({ number: 'scs-' }))).items.map(({ entityNumber }) => entityNumber);
    expect(await numbers(siti)).toEqual(['SCS-2', 'SCS-1']);
    expect(await numbers({ ...siti, allEntities: false, businessEntityIds: [company.entityId] })).toEqual(['SCS-2']);
  });

  test('keeps its state in the address', () => {
    const state = query({
      q: ' plaque ',
      from: '21/11/2026',
      to: 'nonsense',
      outcome: 'refused',
      perPage: '25',
      page: '3',
      more: 'x',
    });
    expect(state).toMatchObject({
      q: 'plaque',
      from: '2026-11-21',
      to: '',
      outcome: ['refused'],
      perPage: 25,
      page: 3,
    });
    expect(logHref(state, { page: 4 })).toBe('?q=plaque&from=2026-11-21&outcome=refused&perPage=25&page=4');
    expect(logHref(state, { outcome: [] })).toBe('?q=plaque&from=2026-11-21&perPage=25');
  });

  test('goes out as a file, which is noted with its size', async () => {
    const rows = await exportLog(helen, query({ subject: 'User' }), 5);
    expect(rows).toHaveLength(5);
    expect((await readLog(siti, query({ event: 'activity-log.exported' }))).items[0]).toMatchObject({
      actorId: helen.id,
      params: { count: 5, filters: { subject: ['User'] } },
    });
  });
});

describe('an entry', () => {
  test('says in words what changed, with names in place of ids', async () => {
    const made = await createUser(siti, {
      username: 'words',
      email: 'words@garden.example',
      fullName: 'Text',
      language: 'en',
      mainDepartmentId: company.departmentId('OPS'),
    });
    await updateUser(siti, made, { mainDepartmentId: company.departmentId('GRD'), allEntities: true });
    const [entry] = await activityOf(made.id);
    const [told] = await described([entry!], { t: translatorFor('en'), language: 'en' });
    expect(told!.changes.map(({ name, before, after }) => [name, before, after])).toEqual([
      ['mainDepartmentId', 'Operations', 'Grounds'],
      ['allEntities', 'No', 'Yes'],
      ['departmentIds', 'Operations', 'Grounds, Operations'],
    ]);
  });

  test('never holds a secret, and bank or identity numbers only by their last figures', async () => {
    await noted({
      entityNumber: 'SECRET-1',
      before: { nric: 'S1234567D', bankAccountNo: '0012345417' },
      after: { nric: 'T7654321Z', bankAccountNo: '0099989026', passwordHash: 'x', accessToken: 'y' },
    });
    const [entry] = (await readLog(siti, query({ number: 'secret-1' }))).items;
    expect(entry).toMatchObject({
      before: { nric: '•••• •••• 567D', bankAccountNo: '•••• •••• 5417' },
      after: { nric: '•••• •••• 321Z', bankAccountNo: '•••• •••• 9026' },
      changedFields: ['nric', 'bankAccountNo'],
    });
    expect(Object.keys(entry!.after!)).toEqual(['nric', 'bankAccountNo']);
  });

  test('marks the words that changed, and nothing where nothing is common', () => {
    const marked = (before: string, after: string) => {
      const found = wordDifference(before, after);
      const text = (side: typeof found.before) =>
        side.map((piece) => (piece.changed ? `[${piece.text}]` : piece.text)).join('');
      return [text(found.before), text(found.after), found.isPartial];
    };
    expect(marked('Hock Seng Stone Works Pte Ltd', 'Hock Seng Stone Works (2019) Pte Ltd')).toEqual([
      'Hock Seng Stone Works Pte Ltd',
      'Hock Seng Stone Works [(2019) ]Pte Ltd',
      true,
    ]);
    expect(marked('DBS Bank', 'OCBC')).toEqual(['[DBS Bank]', '[OCBC]', false]);
    expect(marked('', 'new')).toEqual(['', '[new]', false]);
    expect(marked('静安阁五楼', '静安阁六楼')).toEqual(['静安阁[五]楼', '静安阁[六]楼', true]);
  });
});

describe('what was written', () => {
  test('is changed or removed by nobody: not by the product, not by the owner of the tables', async () => {
    for (const statement of [
      "update activity_log set actor_name = 'somebody else'",
      'delete from activity_log',
      'truncate activity_log',
    ]) {
      await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied|append-only/);
      await expect(owner(statement)).rejects.toThrow(/append-only/);
    }
    await expect(owner('delete from activity_roots')).rejects.toThrow(/append-only/);
  });

  test('makes one chain, however many write at the same moment', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        transaction(async (tx) => {
          await sql`select pg_sleep(${(index % 5) / 100})`.execute(tx);
          await logActivity(systemActor(), { event: 'test.written', subject: 'Auth', params: { index } }, tx);
          await sql`select pg_sleep(${(index % 3) / 100})`.execute(tx);
        }),
      ),
    );
    expect(await checkChain(today())).toMatchObject({ brokenAt: null });
    expect(await verifyLog()).toMatchObject({ brokenDay: null, brokenSeq: null });
  });

  test('is proved every night, and the last proof is shown', async () => {
    const run = await runJob('log-root', 'schedule');
    expect(run).toMatchObject({ outcome: 'done', result: { entries: expect.any(Number) } });
    expect(await lastVerification()).toMatchObject({ brokenDay: null, entries: run.result!.entries });
  });

  test('is missed when somebody with all rights changes a word of it', async () => {
    const { seq } = await db
      .selectFrom('activityLog')
      .select('seq')
      .where('eventCode', '=', 'user.updated')
      .orderBy('seq')
      .limit(1)
      .executeTakeFirstOrThrow();
    await tampered(`update activity_log set actor_name = 'Somebody Else' where seq = ${seq}`);
    expect(await checkChain(today())).toMatchObject({ brokenAt: seq });
    expect(await verifyLog()).toMatchObject({ brokenDay: today(), brokenSeq: seq });
    expect(await runJob('log-root', 'schedule')).toMatchObject({
      outcome: 'failed',
      errorCode: 'log-chain-broken',
      errorParams: { day: today(), seq },
    });
    await tampered(`update activity_log set actor_name = 'Siti Aminah' where seq = ${seq}`);
    expect(await verifyLog()).toMatchObject({ brokenDay: null });
  });

  test('is missed when a past day is shortened or gone, for it was sealed', async () => {
    const yesterday = addDays(today(), -1);
    for (const index of [1, 2])
      await sql`insert into activity_log (id, day, occurred_at, actor_type, event_code, subject, params) values (gen_random_uuid(), ${yesterday}, now() - interval '1 day', 'system', 'test.old', 'Auth', ${JSON.stringify({ index })}::jsonb)`.execute(
        db,
      );
    expect(await verifyLog()).toMatchObject({ brokenDay: null });
    await tampered(
      `delete from activity_log where seq = (select max(seq) from activity_log where day = '${yesterday}')`,
    );
    expect(await checkChain(yesterday)).toMatchObject({ brokenAt: null, entries: 1 });
    expect(await verifyLog()).toMatchObject({ brokenDay: yesterday, brokenSeq: null });
    await tampered(`delete from activity_log where day = '${yesterday}'`);
    expect(await verifyLog()).toMatchObject({ brokenDay: yesterday });
  });
});

function tampered(statement: string): Promise<void> {
  return owner(`set session_replication_role = replica; ${statement}`);
}
