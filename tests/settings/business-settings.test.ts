import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { activityOf, changedValues } from '#lib/activity/activity.server.ts';
import { describeEntry as described } from '#lib/on-records/history/describe.server.ts';
import { addDays, instantOf, today } from '#lib/values/time.ts';
import { changeSetting, settingId, cancelSettingChange } from '#lib/settings/business-settings-changes.server.ts';
import { getSetting, listSettings } from '#lib/settings/business-settings-reading.server.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import {
  declaredSettings,
  fieldOf,
  groupOf,
  settingNames,
  type DeclaredSetting,
} from '#lib/process/settings/business-settings.ts';
import { hintOf, nameOf } from '#lib/settings/business-setting.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { languages } from '#lib/values/languages.ts';
import { isTranslated, translatorFor } from '#lib/process/i18n/translator.server.ts';
import { asOwner } from '#tests/support/database.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti and Kai Wen keep the settings; Helen and Marie read them; Hannah has nothing to do with them.
let siti: Actor;
let kaiWen: Actor;
let helen: Actor;
let marie: Actor;
let hannah: Actor;

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  [siti, kaiWen, helen, marie, hannah] = (await Promise.all(
    ['admin', 'manager', 'auditor', 'finance', 'requester'].map(actorNamed),
  )) as [Actor, Actor, Actor, Actor, Actor];
});

// Every test begins with the first values; only the owner, past the trigger, can make that so.
beforeEach(() =>
  owner('alter table settings disable trigger user; delete from settings; alter table settings enable trigger user'),
);
afterEach(() => vi.useRealTimers());

const LIMIT = 'purchasing.direct-limit';
const TIERS = 'purchasing.quotation-tiers';
const tomorrow = () => addDays(today(), 1);
const owner = (statement: string) => asOwner(process.env.DATABASE_OWNER_URL!, statement);

async function change(
  actor: Actor,
  name: string,
  value: unknown,
  more: { startsOn?: string | null; reason?: string; version?: number } = {},
) {
  const { version = (await getSetting(siti, name)).version, startsOn = null, reason = 'The prices have risen.' } = more;
  return changeSetting(actor, name, { id: settingId(name), version }, { value, startsOn, reason });
}
const faultsOf = async (act: Promise<unknown>) => (await refusal(act)).errors.map(({ path, code }) => [path, code]);
const at = (date: string, clock = '00:00') =>
  vi.useFakeTimers({ now: new Date(instantOf(date, clock)), toFake: ['Date'] });

describe('a setting', () => {
  test('has its first value until somebody changes it', async () => {
    expect(await businessSetting(LIMIT)).toBe(100_000);
    expect(await getSetting(helen, LIMIT)).toMatchObject({
      value: 100_000,
      current: null,
      planned: [],
      changes: [],
      version: 1,
    });
    expect(await listSettings(marie)).toHaveLength(settingNames.length);
  });

  test('is changed at once, and says since when, by whom and why', async () => {
    const made = await change(siti, LIMIT, 150_000);
    expect(await businessSetting(LIMIT)).toBe(150_000);
    expect(made).toMatchObject({
      state: 'in-force',
      before: 100_000,
      value: 150_000,
      setBy: 'Siti Aminah',
      reason: 'The prices have risen.',
    });
    expect((await getSetting(helen, LIMIT)).current).toEqual(made);
  });

  test('is changed at once with today as its day, too', async () => {
    await change(siti, LIMIT, 150_000, { startsOn: today() });
    expect(await businessSetting(LIMIT)).toBe(150_000);
  });

  test('that is planned comes into force at midnight in Singapore, and not a second before', async () => {
    await change(siti, LIMIT, 150_000, { startsOn: tomorrow() });
    expect(await getSetting(helen, LIMIT)).toMatchObject({
      value: 100_000,
      planned: [{ value: 150_000, validFrom: instantOf(tomorrow()) }],
    });
    const midnight = tomorrow();
    at(today(), '23:59');
    expect(await businessSetting(LIMIT)).toBe(100_000);
    at(midnight);
    expect(await businessSetting(LIMIT)).toBe(150_000);
    expect(await getSetting(helen, LIMIT)).toMatchObject({
      value: 150_000,
      planned: [],
      current: { state: 'in-force' },
    });
  });

  test('keeps its history with what stood before each change, planned ones in between included', async () => {
    await change(siti, LIMIT, 150_000);
    await change(kaiWen, LIMIT, 300_000, { startsOn: addDays(today(), 20) });
    await change(siti, LIMIT, 200_000, { startsOn: addDays(today(), 10) });
    const { changes } = await getSetting(helen, LIMIT);
    expect(changes.map(({ before, value, state, setBy }) => [before, value, state, setBy])).toEqual([
      [200_000, 300_000, 'planned', 'Lim Kai Wen 林凯文'],
      [150_000, 200_000, 'planned', 'Siti Aminah'],
      [100_000, 150_000, 'in-force', 'Siti Aminah'],
    ]);
  });

  test('is read by those who may and changed by fewer', async () => {
    for (const actor of [helen, marie]) expect(await refusal(change(actor, LIMIT, 1))).toMatchObject({ status: 403 });
    for (const act of [getSetting(hannah, LIMIT), listSettings(hannah), change(hannah, LIMIT, 1)])
      expect(await refusal(act)).toMatchObject({ status: 403 });
    for (const name of ['purchasing.nothing', 'constructor', 'demonstration.started']) {
      expect(await refusal(getSetting(siti, name))).toMatchObject({ status: 404 });
      expect(await refusal(changeSetting(siti, name, { id: '', version: 1 }, {}))).toMatchObject({ status: 404 });
    }
  });
});

describe('a value', () => {
  test('that does not fit is refused at its field', async () => {
    expect(await faultsOf(change(siti, LIMIT, -1))).toEqual([['value', 'below-zero']]);
    expect(await faultsOf(change(siti, LIMIT, 1.5))).toEqual([['value', 'not-whole']]);
    expect(await faultsOf(change(siti, LIMIT, ''))).toEqual([['value', 'required']]);
    expect(await faultsOf(change(siti, 'purchasing.print-link-days', 0))).toEqual([['value', 'too-small']]);
    expect(await faultsOf(change(siti, LIMIT, 1, { reason: '  ' }))).toEqual([['reason', 'required']]);
    expect(await faultsOf(change(siti, LIMIT, 1, { startsOn: '2026-02-31' }))).toEqual([['startsOn', 'not-a-date']]);
    expect(await faultsOf(change(siti, LIMIT, 1, { startsOn: addDays(today(), -1) }))).toEqual([
      ['startsOn', 'in-the-past'],
    ]);
    expect(await businessSetting(LIMIT)).toBe(100_000);
  });

  test('that is in force then already is no change', async () => {
    expect(await faultsOf(change(siti, LIMIT, 100_000))).toEqual([['value', 'value-already']]);
    await change(siti, LIMIT, 150_000, { startsOn: tomorrow() });
    expect(await faultsOf(change(siti, LIMIT, 150_000, { startsOn: addDays(today(), 2) }))).toEqual([
      ['value', 'value-already'],
    ]);
    await change(siti, LIMIT, 100_000, { startsOn: addDays(today(), 2) });
    expect((await getSetting(siti, LIMIT)).planned.map(({ value }) => value)).toEqual([150_000, 100_000]);
  });

  test('of tiers rises, and the last one alone is open', async () => {
    const tier = (upToCents: number | null, quotations = 1) => ({ upToCents, quotations });
    expect(await faultsOf(change(siti, TIERS, []))).toEqual([['value', 'required']]);
    expect(await faultsOf(change(siti, TIERS, [tier(500), tier(500), tier(null)]))).toEqual([
      ['value.1.upToCents', 'tiers-rise'],
    ]);
    expect(await faultsOf(change(siti, TIERS, [tier(null), tier(900)]))).toEqual([
      ['value.0.upToCents', 'only-last-tier-open'],
      ['value.1.upToCents', 'last-tier-open'],
    ]);
    expect(await faultsOf(change(siti, TIERS, [tier(500, -1), tier(null)]))).toEqual([
      ['value.0.quotations', 'below-zero'],
    ]);
    await change(siti, TIERS, [tier(50_000), tier(null, 4)]);
    expect(await businessSetting(TIERS)).toEqual([
      { upToCents: 50_000, quotations: 1 },
      { upToCents: null, quotations: 4 },
    ]);
  });

  test('of the working week has each day once, closing after it opens', async () => {
    const day = (name: string, opens = '09:00', closes = '18:00') => ({ day: name, opens, closes });
    const WEEK = 'time.working-week';
    expect(await faultsOf(change(siti, WEEK, []))).toEqual([['value', 'required']]);
    expect(
      await faultsOf(change(siti, WEEK, [day('monday'), day('monday'), day('tuesday', '18:00', '09:00')])),
    ).toEqual([
      ['value.1.day', 'day-twice'],
      ['value.2.closes', 'closes-before-opening'],
    ]);
    expect(await faultsOf(change(siti, WEEK, [day('someday', '9:00', '25:00')]))).toEqual([
      ['value.0.day', 'not-a-choice'],
      ['value.0.opens', 'not-a-time'],
      ['value.0.closes', 'not-a-time'],
    ]);
  });
});

describe('two people', () => {
  test('who saw the same are refused, and the second one sees who was first', async () => {
    const { version } = await getSetting(siti, LIMIT);
    await change(kaiWen, LIMIT, 200_000, { version });
    const refused = await refusal(change(siti, LIMIT, 150_000, { version }));
    expect(refused).toMatchObject({
      status: 409,
      code: 'stale-version',
      details: { newer: { value: 200_000, purchasingDirectLimit: 200_000, version: 2, updatedBy: kaiWen.id } },
    });
    expect(await businessSetting(LIMIT)).toBe(200_000);
  });

  test('who change at the same moment from the same day: one does, the other is refused', async () => {
    const { version } = await getSetting(siti, LIMIT);
    const both = await Promise.allSettled(
      [siti, kaiWen].map((actor, index) => change(actor, LIMIT, 200_000 + index, { version, startsOn: tomorrow() })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')!.reason).toMatchObject({ code: 'stale-version' });
    expect((await getSetting(siti, LIMIT)).planned).toHaveLength(1);
  });

  test('who plan for the same day one after the other: the second is refused at the day', async () => {
    await change(kaiWen, LIMIT, 200_000, { startsOn: tomorrow() });
    expect(await faultsOf(change(siti, LIMIT, 150_000, { startsOn: tomorrow() }))).toEqual([
      ['startsOn', 'another-change-then'],
    ]);
  });

  test('are kept apart by the database itself, should the product fail to', async () => {
    const plan = () =>
      sql`insert into settings (name, value, valid_from) values (${LIMIT}, '1', ${instantOf(tomorrow())})`.execute(db);
    await plan();
    await expect(plan()).rejects.toMatchObject({ code: '23505' });
  });
});

describe('a planned change', () => {
  test('can be taken back before it starts, and the history keeps that', async () => {
    const { id } = await change(siti, LIMIT, 150_000, { startsOn: tomorrow() });
    await cancelSettingChange(kaiWen, LIMIT, id);
    const { planned, changes, value } = await getSetting(helen, LIMIT);
    expect([planned, value]).toEqual([[], 100_000]);
    expect(changes).toMatchObject([{ state: 'removed', removedBy: 'Lim Kai Wen 林凯文', value: 150_000 }]);
    at(tomorrow(), '12:00');
    expect(await businessSetting(LIMIT)).toBe(100_000);
  });

  test('that was taken back leaves its day to another one', async () => {
    const { id } = await change(siti, LIMIT, 150_000, { startsOn: tomorrow() });
    await cancelSettingChange(siti, LIMIT, id);
    await change(siti, LIMIT, 160_000, { startsOn: tomorrow() });
    expect((await getSetting(siti, LIMIT)).planned.map(({ value }) => value)).toEqual([160_000]);
  });

  test('is not taken back twice, nor once it is in force, nor by somebody who may not, nor for another setting', async () => {
    const planned = await change(siti, LIMIT, 150_000, { startsOn: tomorrow() });
    const begun = await change(siti, LIMIT, 120_000);
    expect(await refusal(cancelSettingChange(helen, LIMIT, planned.id))).toMatchObject({ status: 403 });
    for (const [name, id] of [
      [TIERS, planned.id],
      [LIMIT, randomUUID()],
      [LIMIT, 'x'],
    ] as const)
      expect(await refusal(cancelSettingChange(siti, name, id))).toMatchObject({ status: 404 });
    expect(await refusal(cancelSettingChange(siti, LIMIT, begun.id))).toMatchObject({
      status: 409,
      code: 'setting-has-started',
    });
    await cancelSettingChange(siti, LIMIT, planned.id);
    expect(await refusal(cancelSettingChange(siti, LIMIT, planned.id))).toMatchObject({
      status: 409,
      code: 'state-changed',
    });
  });
});

describe('what has been in force', () => {
  test('is changed or removed by nobody: not by the product, not by the owner of the tables', async () => {
    await change(siti, LIMIT, 150_000);
    const statements = [
      "update settings set value = '1'",
      "update settings set valid_from = now() + interval '1 day'",
      "update settings set removed_at = now() - interval '1 year'",
      'delete from settings',
      'truncate settings',
      `insert into settings (name, value, valid_from) values ('${LIMIT}', '1', now() - interval '1 day')`,
    ];
    for (const statement of statements) {
      await expect(sql.raw(statement).execute(db)).rejects.toThrow(/append-only|permission denied|must be owner/);
      await expect(owner(statement)).rejects.toThrow(/append-only/);
    }
    expect(await businessSetting(LIMIT)).toBe(150_000);
  });

  test('stays as planned in its value even before it begins: it is only ever taken back', async () => {
    await change(siti, LIMIT, 150_000, { startsOn: tomorrow() });
    for (const statement of [
      "update settings set value = '1'",
      "update settings set value = '1', removed_at = clock_timestamp()",
      'delete from settings',
    ]) {
      await expect(owner(statement)).rejects.toThrow(/append-only/);
    }
  });
});

describe('the activity log', () => {
  test('has each change with before and after in the reader’s words, and the reason', async () => {
    const { id } = await change(
      siti,
      TIERS,
      [
        { upToCents: 200_000, quotations: 1 },
        { upToCents: null, quotations: 2 },
      ],
      { startsOn: tomorrow() },
    );
    await cancelSettingChange(kaiWen, TIERS, id);
    const entries = (await activityOf(settingId(TIERS))).slice(0, 2);
    expect(entries.map(({ eventCode, actorName, entityNumber }) => [eventCode, actorName, entityNumber])).toEqual([
      ['setting.taken-back', 'Lim Kai Wen 林凯文', TIERS],
      ['setting.planned', 'Siti Aminah', TIERS],
    ]);
    const [, planned] = await described(entries, { t: translatorFor('en'), language: 'en' });
    expect(planned!.said).toBe('The prices have risen.');
    expect(planned!.changes).toMatchObject([
      {
        label: 'Quotations by amount',
        before: '1,000.00 Quotations: 1; 6,000.00 Quotations: 2; Quotations: 3',
        after: '2,000.00 Quotations: 1; Quotations: 2',
      },
    ]);
  });

  test('leaves no setting out, nor masks it, for its name', () => {
    for (const name of settingNames)
      expect(changedValues({ [fieldOf(name)]: 'before' }, { [fieldOf(name)]: 'after' })).toEqual({
        before: { [fieldOf(name)]: 'before' },
        after: { [fieldOf(name)]: 'after' },
        fields: [fieldOf(name)],
      });
  });
});

describe('a process that listens', () => {
  test('reads a setting once, and knows of a change by another process and of one by its own at once', async () => {
    const { startListening, isListening } = await import('#lib/process/database/listen.server.ts');
    const stop = startListening();
    await expect.poll(isListening).toBe(true);
    const reads = vi.spyOn(db, 'selectFrom');
    const settingsRead = () => reads.mock.calls.filter(([table]) => String(table) === 'settings').length;
    try {
      for (let n = 0; n < 50; n += 1) expect(await businessSetting(LIMIT)).toBe(100_000);
      expect(settingsRead()).toBe(1);
      await elsewhere(`insert into settings (name, value) values ('${LIMIT}', '170000')`);
      await expect.poll(() => businessSetting(LIMIT)).toBe(170_000);
      await change(siti, LIMIT, 180_000);
      expect(await businessSetting(LIMIT)).toBe(180_000);
      await transaction(async (tx) => expect(await businessSetting(LIMIT, tx)).toBe(180_000));
      expect(settingsRead()).toBeLessThan(10);
    } finally {
      reads.mockRestore();
      await stop();
    }
    expect(isListening()).toBe(false);
  });

  test('brings a planned value into force by the clock, without another reading', async () => {
    await change(siti, LIMIT, 150_000, { startsOn: tomorrow() });
    const { startListening, isListening } = await import('#lib/process/database/listen.server.ts');
    const stop = startListening();
    try {
      await expect.poll(isListening).toBe(true);
      const midnight = tomorrow();
      expect(await businessSetting(LIMIT)).toBe(100_000);
      at(midnight);
      expect(await businessSetting(LIMIT)).toBe(150_000);
    } finally {
      await stop();
    }
  });

  test('trusts nothing it has cached while the connection is broken, and listens again afterwards', async () => {
    const { startListening, isListening } = await import('#lib/process/database/listen.server.ts');
    const stop = startListening();
    try {
      await expect.poll(isListening).toBe(true);
      expect(await businessSetting(LIMIT)).toBe(100_000);
      await owner(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'garden: listening' and datname = current_database()",
      );
      await expect.poll(isListening).toBe(false);
      await elsewhere(`insert into settings (name, value) values ('${LIMIT}', '190000')`);
      expect(await businessSetting(LIMIT)).toBe(190_000);
      await expect.poll(isListening, { timeout: 10_000 }).toBe(true);
      expect(await businessSetting(LIMIT)).toBe(190_000);
    } finally {
      await stop();
    }
  });
});

/** Another process: a connection that shares nothing with this one. */
async function elsewhere(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: config.databaseUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

test('every setting has a first value that its own schema takes', async () => {
  for (const name of settingNames) expect(await businessSetting(name)).toBeDefined();
});

test('every setting is explained in every language, under a heading, with its cells and its unit', () => {
  const wanted = settingNames.flatMap((name) => {
    const { field, unit }: DeclaredSetting = declaredSettings[name];
    return [
      hintOf(name),
      `settings.groups.${groupOf(name)}`,
      ...(unit ? [`settings.units.${unit}`] : []),
      ...Object.keys(field.cells ?? {}).map((cell) => `${nameOf(name)}Cells.${cell}`),
    ];
  });
  expect(
    languages.flatMap((language) =>
      wanted.filter((key) => !isTranslated(key, language)).map((key) => `${language}: ${key}`),
    ),
  ).toEqual([]);
});
