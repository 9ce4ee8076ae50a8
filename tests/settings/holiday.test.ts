import { v7 as uuid } from 'uuid';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { startApproval } from '#lib/approvals/approvals.server.ts';
import { addWorkingHours } from '#lib/values/working-hours.server.ts';
import { addDays, formatInstant, instantOf, today } from '#lib/values/time.ts';
import { changeSetting, settingId } from '#lib/settings/business-settings-changes.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import {
  createHoliday,
  holidays,
  makeHoliday,
  restoreHoliday,
  retireHoliday,
  updateHoliday,
} from '#lib/settings/holiday.server.ts';
import { holiday, holidayName } from '#lib/settings/holiday.ts';
import { previewImport, runImport } from '#lib/on-records/import/import.server.ts';
import { workingTime } from '#lib/settings/working-time.server.ts';
import '#tests/support/test-document.ts';
import { policyOf } from '#tests/support/policies.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti and Kai Wen keep the holidays; Helen reads them; Hannah has nothing to do with them.
let company: Company;
let siti: Actor;
let kaiWen: Actor;
let helen: Actor;
let hannah: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, kaiWen, helen, hannah] = (await Promise.all(['admin', 'manager', 'auditor', 'requester'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
    Actor,
  ];
});
afterEach(() => vi.useRealTimers());

const EVERYTHING = {
  q: '',
  type: 'all-holidays',
  filters: {},
  sort: [{ field: 'date', descending: false }],
  page: 1,
  perPage: 100,
  columns: null,
};
const due = async (hours: number, date: string, clock: string) =>
  formatInstant(addWorkingHours(instantOf(date, clock), hours, await workingTime()));
let days = 0;
/** A day of its own, far from the seeded ones. */
const ownDay = () => addDays('2031-03-01', (days += 1));

describe('the public holidays of Singapore', () => {
  test('are there before anybody has entered one, eleven each year, and the Monday after each that is a Sunday', async () => {
    const { rows } = await sql<{ year: number; days: number; sundays: number; inLieu: number }>`
      select extract(year from date)::int as year, count(*) filter (where name not like '%(in lieu)') as days,
        count(*) filter (where extract(isodow from date) = 7) as sundays,
        count(*) filter (where name like '%(in lieu)' and extract(isodow from date) = 1) as in_lieu
      from holidays group by 1 order by 1`.execute(db);
    expect(rows).toEqual([
      { year: 2024, days: 11, sundays: 1, inLieu: 1 },
      { year: 2025, days: 11, sundays: 0, inLieu: 0 },
      { year: 2026, days: 11, sundays: 3, inLieu: 3 },
      { year: 2027, days: 11, sundays: 1, inLieu: 1 },
    ]);
  });

  test('fall on the days that were gazetted', async () => {
    const { items } = await holidays.list(helen, { ...EVERYTHING, q: '2026' });
    expect(items.map(({ date, name }) => `${date} ${name}`)).toEqual([
      '2026-01-01 New Year’s Day',
      '2026-02-17 Chinese New Year',
      '2026-02-18 Chinese New Year, second day',
      '2026-03-21 Hari Raya Puasa',
      '2026-04-03 Good Friday',
      '2026-05-01 Labour Day',
      '2026-05-27 Hari Raya Haji',
      '2026-05-31 Vesak Day',
      '2026-06-01 Vesak Day (in lieu)',
      '2026-08-09 National Day',
      '2026-08-10 National Day (in lieu)',
      '2026-11-08 Deepavali',
      '2026-11-09 Deepavali (in lieu)',
      '2026-12-25 Christmas Day',
    ]);
  });

  test('have a name of their own in each language', async () => {
    const { items } = await holidays.list(helen, EVERYTHING);
    for (const row of items)
      expect(new Set(['en', 'de', 'fr', 'pt'].map((language) => holidayName(row, language))).size, row.name).toBe(4);
    expect(holidayName({ name: 'Staff day', nameDe: null, nameFr: 'Journée du personnel', namePt: null }, 'de')).toBe(
      'Staff day',
    );
  });

  test('say where the day may still be moved', async () => {
    const { items } = await holidays.list(helen, { ...EVERYTHING, filters: { subjectToChange: ['true'] } });
    expect(items.map(({ date }) => date)).toEqual(['2027-03-10', '2027-05-17', '2027-10-28']);
  });
});

describe('a holiday', () => {
  test('is entered, moved, taken out and put back, and the log has each', async () => {
    const [first, second] = [ownDay(), ownDay()];
    const made = await createHoliday(siti, { date: first, name: 'Founders’ day' });
    const moved = await updateHoliday(kaiWen, made, { date: second });
    const out = await retireHoliday(siti, moved);
    const back = await restoreHoliday(siti, out);
    expect(back).toMatchObject({ date: second, status: 'active', version: 4 });
    expect((await activityOf(made.id)).map(({ eventCode, actorName }) => [eventCode, actorName])).toEqual([
      ['holiday.restore', 'Siti Aminah'],
      ['holiday.retire', 'Siti Aminah'],
      ['holiday.updated', 'Lim Kai Wen 林凯文'],
      ['holiday.created', 'Siti Aminah'],
    ]);
  });

  test('stands once on a day, unless the other was taken out', async () => {
    const date = ownDay();
    const made = await createHoliday(siti, { date, name: 'One' });
    const again = () => createHoliday(siti, { date, name: 'Another' });
    expect((await refusal(again())).errors).toMatchObject([{ path: 'date', code: 'already-used' }]);
    await retireHoliday(siti, made);
    await again();
    expect((await refusal(restoreHoliday(siti, { id: made.id, version: 2 }))).errors).toMatchObject([
      { path: 'date', code: 'already-used' },
    ]);
  });

  test('is made by nobody without the right, nor without a day and a name', async () => {
    for (const actor of [helen, hannah])
      expect(await refusal(createHoliday(actor, { date: ownDay(), name: 'Mine' }))).toMatchObject({ status: 403 });
    expect(await refusal(holidays.list(hannah, EVERYTHING))).toMatchObject({ status: 403 });
    expect(
      (await refusal(createHoliday(siti, { date: '2031-02-30', name: ' ' }))).errors.map(({ path, code }) => [
        path,
        code,
      ]),
    ).toEqual([
      ['date', 'not-a-date'],
      ['name', 'required'],
    ]);
  });

  test('comes from a spreadsheet with the days as people write them', async () => {
    const [first, second] = ['12/04/2032', '13/04/2032'];
    const file = new File(
      [
        `Date,Name,Name in German,Subject to change\n${first},Qing Ming,Qing-Ming-Fest,yes\n${second},Rest,,no\n25/12/2026,Twice,,no\n`,
      ],
      'days.csv',
    );
    const preview = await previewImport(siti, { of: holiday, make: makeHoliday }, file);
    expect(preview).toMatchObject({ total: 3, good: 2, faults: [{ row: 4, path: 'date', code: 'already-used' }] });
    await runImport(siti, { of: holiday, make: makeHoliday }, preview.id, true);
    expect((await holidays.list(helen, { ...EVERYTHING, q: '2032' })).items).toMatchObject([
      { date: '2032-04-12', name: 'Qing Ming', nameDe: 'Qing-Ming-Fest', subjectToChange: true },
      { date: '2032-04-13', name: 'Rest', subjectToChange: false },
    ]);
  });
});

describe('promised hours', () => {
  test('do not pass on holidays: what is opened on the eve of Chinese New Year is due after it', async () => {
    // Monday 16/02/2026; Tuesday and Wednesday are holidays.
    expect(await due(9, '2026-02-16', '15:00')).toBe('19/02/2026 03:00pm');
    expect(await due(24, '2026-02-16', '15:00')).toBe('23/02/2026 12:00pm');
    // Friday 05/02/2027; Saturday and Sunday are the feast, Monday is the substitute holiday.
    expect(await due(9, '2027-02-05', '15:00')).toBe('09/02/2027 03:00pm');
  });

  test('pass from the moment a holiday is taken out', async () => {
    const made = await createHoliday(siti, { date: '2033-06-08', name: 'A Wednesday' });
    expect(await due(2, '2033-06-07', '17:00')).toBe('09/06/2033 10:00am');
    await retireHoliday(siti, made);
    expect(await due(2, '2033-06-07', '17:00')).toBe('08/06/2033 10:00am');
  });

  test('of an approval’s task are counted so', async () => {
    const paper = uuid();
    await policyOf({
      name: 'Eve',
      docType: 'T',
      steps: [{ rule: 'user', param: company.userId('head'), slaHours: 9 }],
    });
    vi.useFakeTimers({ now: new Date(instantOf('2027-02-05', '15:00')), toFake: ['Date'] });
    await transaction((tx) =>
      startApproval(tx, {
        docType: 'T',
        docId: paper,
        revision: 1,
        businessEntityId: company.entityId,
        departmentId: company.departmentId('OPS'),
        requesterId: company.userId('requester'),
        senderId: company.userId('requester'),
        netCents: 100,
        flags: [],
        snapshot: {},
      }),
    );
    const task = await db
      .selectFrom('approvalTasks')
      .select('dueAt')
      .where('docId', '=', paper)
      .executeTakeFirstOrThrow();
    expect(formatInstant(task.dueAt)).toBe('09/02/2027 03:00pm');
  });

  test('follow the working week that is in force when the task opens', async () => {
    const week = (days: string[]) => days.map((day) => ({ day, opens: '10:00', closes: '14:00' }));
    await changeSetting(
      siti,
      'time.working-week',
      { id: settingId('time.working-week'), version: 1 },
      {
        value: week(['saturday', 'sunday']),
        startsOn: addDays(today(), 1),
        reason: 'The garden opens at weekends only.',
      },
    );
    expect(await due(1, '2026-12-02', '09:00')).toBe('02/12/2026 10:00am');
    vi.useFakeTimers({ now: new Date(instantOf(addDays(today(), 1), '00:01')), toFake: ['Date'] });
    expect(await due(1, '2026-12-02', '09:00')).toBe('05/12/2026 11:00am');
    expect(await due(9, '2026-12-05', '10:00')).toBe('12/12/2026 11:00am');
  });
});
