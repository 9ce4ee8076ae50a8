import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { systemActor, type Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { address } from '#lib/directory/address.ts';
import { addresses } from '#lib/directory/address.server.ts';
import { department } from '#lib/directory/department.ts';
import { businessEntities } from '#lib/directory/business-entity.server.ts';
import { departments } from '#lib/directory/department.server.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { store } from '#lib/records/store.server.ts';
import { counting, db, transaction } from '#lib/process/database/database.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Priya keeps the addresses; Prakash of the store may only read them; Hannah may do neither.
let company: Company;
let priya: Actor;
let prakash: Actor;
let hannah: Actor;

const gate = {
  label: 'North gate',
  kind: 'delivery',
  street: 'Lim Chu Kang Lane',
  postalCode: '718850',
  country: 'Singapore',
};
const ask = (search = '') => readListQuery(address, new URLSearchParams(search));
let count = 0;
const another = (more: object = {}) => addresses.create(priya, { ...gate, label: `Gate ${(count += 1)}`, ...more });

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [priya, prakash, hannah] = (await Promise.all(['purchasing', 'stores', 'requester'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
});

describe('making a record', () => {
  test('stores what was sent, with who made it, and logs all its values in the same transaction', async () => {
    const made = await addresses.create(priya, {
      ...gate,
      contactNumber: '91234567',
      unknown: 'ignored',
      status: 'inactive',
      id: 'mine',
    });
    expect(made).toMatchObject({
      label: 'North gate',
      contactNumber: '+65 91234567',
      block: null,
      status: 'active',
      version: 1,
      createdBy: priya.id,
      updatedBy: priya.id,
    });
    const [entry, ...more] = await activityOf(made.id);
    expect(entry).toMatchObject({
      eventCode: 'address.created',
      actorName: 'Priya Menon',
      before: null,
      after: { label: 'North gate', postalCode: '718850' },
      entityNumber: 'North gate',
    });
    expect(more).toEqual([]);
  });

  test('is refused without the right, before anything is looked at', async () => {
    for (const actor of [prakash, hannah])
      expect(await refusal(addresses.create(actor, {}))).toMatchObject({ code: 'not-authorized', status: 403 });
  });

  test('names every fault of what was sent at once', async () => {
    const refused = await refusal(
      addresses.create(priya, {
        label: '',
        kind: 'palace',
        postalCode: '7'.repeat(11),
        country: 'Singapore',
        contactNumber: '12',
      }),
    );
    expect(refused).toMatchObject({ code: 'invalid-input', status: 422 });
    expect(refused.errors.map(({ path, code }) => [path, code])).toEqual([
      ['label', 'required'],
      ['kind', 'not-a-choice'],
      ['street', 'required'],
      ['postalCode', 'too-long'],
      ['contactNumber', 'not-a-contact-number'],
    ]);
  });

  test('keeps what can be seen: signs that came along from an office program are left out', async () => {
    const made = await another({
      street: '\u202eLim Chu Kang\u000b Lane\u0007\u2069',
      deliveryNotes: 'Ring twice.\n\tAsk for Mei \u001b[1m陈美玲 🌸',
    });
    expect(made).toMatchObject({
      street: 'Lim Chu Kang Lane',
      deliveryNotes: 'Ring twice.\n\tAsk for Mei [1m陈美玲 🌸',
    });
    expect((await refusal(another({ street: '\u0007 ' }))).errors).toMatchObject([
      { path: 'street', code: 'required' },
    ]);
  });

  test('turns a taken name into a fault at its field', async () => {
    await another({ label: 'Taken' });
    expect((await refusal(another({ label: 'Taken' }))).errors).toEqual([{ path: 'label', code: 'already-used' }]);
  });

  test('turns an id that points nowhere into a fault at its field', async () => {
    const refused = await refusal(another({ businessEntityId: '01970000-0000-7000-8000-000000000000' }));
    expect(refused.errors).toEqual([{ path: 'businessEntityId', code: 'not-a-choice' }]);
  });

  test('leaves neither record nor entry behind when the transaction fails afterwards', async () => {
    let id = '';
    const failed = transaction(async (tx) => {
      id = (await addresses.create(priya, { ...gate, label: 'Never' }, undefined, { tx })).id;
      throw new Error('the rest of the work failed');
    });
    await expect(failed).rejects.toThrow('the rest of the work failed');
    expect(await db.selectFrom('addresses').select('id').where('label', '=', 'Never').execute()).toEqual([]);
    expect(await activityOf(id)).toEqual([]);
  });
});

describe('changing a record', () => {
  test('changes only what was sent and logs the changed fields with their values before and after', async () => {
    const made = await another({ block: '12' });
    const changed = await addresses.update(priya, made, { street: 'Old Choa Chu Kang Road', block: '12' });
    expect(changed).toMatchObject({ street: 'Old Choa Chu Kang Road', postalCode: made.postalCode, version: 2 });
    const [entry] = await activityOf(made.id);
    expect(entry).toMatchObject({
      eventCode: 'address.updated',
      changedFields: ['street'],
      before: { street: made.street },
      after: { street: 'Old Choa Chu Kang Road' },
    });
  });

  test('that changes nothing succeeds without a new version or an entry, for the newest version only', async () => {
    const made = await another({ block: '12', contactNumber: '91234567' });
    const saved = await addresses.update(priya, made, {
      street: ` ${made.street} `,
      block: '12',
      contactNumber: '91234567',
      unitNo: '',
    });
    expect(saved).toEqual(made);
    expect(await activityOf(made.id)).toHaveLength(1);
    expect(await addresses.get(priya, made.id)).toMatchObject({ version: 1, updatedAt: made.updatedAt });
    expect(await refusal(addresses.update(priya, { ...made, version: 2 }, { block: '12' }))).toMatchObject({
      code: 'stale-version',
    });
    expect(await refusal(addresses.update(prakash, made, { block: '12' }))).toMatchObject({ status: 403 });
  });

  test('writes and logs an act of its own although no field changes', async () => {
    const made = await another();
    expect(await addresses.update(priya, made, {}, undefined, { event: 'looked-over' })).toMatchObject({ version: 2 });
    expect(await addresses.update(priya, { ...made, version: 2 }, {}, undefined, { changed: true })).toMatchObject({
      version: 3,
    });
    expect(await activityOf(made.id)).toHaveLength(3);
  });

  test('empties an optional field and refuses to empty a required one', async () => {
    const made = await another({ block: '12' });
    expect(await addresses.update(priya, made, { block: '' })).toMatchObject({ block: null });
    const refused = await refusal(addresses.update(priya, { ...made, version: 2 }, { street: '' }));
    expect(refused.errors).toMatchObject([{ path: 'street', code: 'required' }]);
  });

  test('of an older version is refused and shows the newer values, which stay', async () => {
    const made = await another();
    await addresses.update(priya, made, { street: 'First come' });
    const refused = await refusal(addresses.update(priya, made, { street: 'Too late' }));
    expect(refused).toMatchObject({
      code: 'stale-version',
      status: 409,
      details: { newer: { version: 2, street: 'First come' } },
    });
    expect(await addresses.get(priya, made.id)).toMatchObject({ street: 'First come', version: 2 });
    expect(await activityOf(made.id)).toHaveLength(2);
  });

  test('by two people at the same moment lets exactly one through', async () => {
    const made = await another();
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) => addresses.update(priya, made, { street: `Street ${index}` })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: string }).code] : [])),
    ).toEqual(Array(5).fill('stale-version'));
  });

  test('is refused without the right (403), and for what is not there or no id (404)', async () => {
    const made = await another();
    expect(await refusal(addresses.update(prakash, made, { street: 'X' }))).toMatchObject({ status: 403 });
    for (const id of ['01970000-0000-7000-8000-000000000000', 'not-an-id', '']) {
      expect(await refusal(addresses.update(priya, { id, version: 1 }, { street: 'X' }))).toMatchObject({
        code: 'not-found',
        status: 404,
      });
    }
  });
});

describe('moving a record to another status', () => {
  test('follows the declared transition and logs it', async () => {
    const made = await another();
    expect(await addresses.transition(priya, 'close', made)).toMatchObject({ status: 'inactive', version: 2 });
    const [entry] = await activityOf(made.id);
    expect(entry).toMatchObject({
      eventCode: 'address.close',
      before: { status: 'active' },
      after: { status: 'inactive' },
    });
  });

  test('from any other status is refused, with the record as it is', async () => {
    const made = await another();
    expect(await refusal(addresses.transition(priya, 'reopen', made))).toMatchObject({
      code: 'state-changed',
      status: 409,
      details: { newer: { status: 'active' } },
    });
  });

  test('without the right is refused', async () => {
    expect(await refusal(addresses.transition(prakash, 'close', await another()))).toMatchObject({ status: 403 });
  });

  test('leaves no trace when its own work refuses', async () => {
    const made = await another();
    const refused = addresses.transition(priya, 'close', made, async () => {
      throw new Error('not today');
    });
    await expect(refused).rejects.toThrow('not today');
    expect(await addresses.get(priya, made.id)).toMatchObject({ status: 'active', version: 1 });
    expect(await activityOf(made.id)).toHaveLength(1);
  });
});

describe('reading', () => {
  test('a list gives a page, the total, the rows of each tab, in two statements', async () => {
    const sent = { count: 0 };
    const page = await counting.run(sent, () => addresses.list(prakash, ask('perPage=10&sort=-label')));
    expect(sent.count).toBe(2);
    expect(page.items).toHaveLength(10);
    expect(page.items.map(({ label }) => label)).toEqual(
      page.items.map(({ label }) => label).toSorted((a, b) => (a < b ? 1 : -1)),
    );
    expect(page.counts).toMatchObject({
      'all-addresses': page.total,
      active: page.total - page.counts['inactive']!,
      inactive: 1,
    });
  });

  test('a list is narrowed by words, by tab and by filter together', async () => {
    await another({ label: 'Orchid house', kind: 'site', building: 'Serenity' });
    expect((await addresses.list(prakash, ask('q=ORCHID sereni'))).items.map(({ label }) => label)).toEqual([
      'Orchid house',
    ]);
    expect((await addresses.list(prakash, ask('q=orchid&kind=store'))).total).toBe(0);
    expect((await addresses.list(prakash, ask('q=orchid&type=inactive'))).total).toBe(0);
    expect((await addresses.list(prakash, ask('q=100%25'))).total).toBe(0);
  });

  test('where nothing matches, it says how many there would be without each filter', async () => {
    const { total, without } = await addresses.list(prakash, ask('q=orchid&kind=store'));
    expect(total).toBe(0);
    expect(without).toEqual({ q: (await addresses.list(prakash, ask('kind=store'))).total, kind: 1 });
    expect((await addresses.list(prakash, ask('q=orchid'))).without).toEqual({});
  });

  test('references come with their titles', async () => {
    const page = await departments.list(
      await actorNamed('auditor'),
      readListQuery(department, new URLSearchParams('q=OPS')),
    );
    expect(page.items[0]).toMatchObject({
      code: 'OPS',
      titles: { headUserId: 'Daniel Koh', parentId: 'Management', deputyHeadId: '' },
      members: 6,
    });
  });

  test('a filter by day takes both of its ends in, in Singapore', async () => {
    const made = await another({ label: 'Late gate' });
    await db.updateTable('addresses').set({ updatedAt: '2026-03-01T15:59:00Z' }).where('id', '=', made.id).execute();
    const found = async (range: string) =>
      (await addresses.list(prakash, { ...ask('q=late gate'), filters: { updatedAt: [range] } })).total;
    expect(await found('2026-03-01..2026-03-01')).toBe(1);
    expect(await found('01/03/2026..')).toBe(1);
    expect(await found('2026-03-02..')).toBe(0);
    expect(await found('not-a-day..')).toBe(0);
  });

  test('a filter between numbers takes any number as a question, beyond its column and between whole ones too', async () => {
    const { of, options } = businessEntities;
    const list = { ...of, list: { ...of.list, filters: ['fiscalYearStartMonth'] } } as never;
    const found = async (range: string) =>
      (
        await store(list, options as never).list(
          systemActor(),
          readListQuery(list, new URLSearchParams({ fiscalYearStartMonth: range })),
        )
      ).total;
    expect(await found('0.5..1e30')).toBeGreaterThan(0);
    expect(await found('99999999999..')).toBe(0);
  });

  test('is refused without the right, and 404 for what is not there', async () => {
    expect(await refusal(addresses.list(hannah, ask()))).toMatchObject({ status: 403 });
    expect(await refusal(addresses.get(hannah, company.addressId('Site store')))).toMatchObject({ status: 403 });
    expect(await addresses.reaches(hannah, company.addressId('Site store'))).toBe(false);
    expect(await refusal(addresses.get(prakash, 'nothing'))).toMatchObject({ status: 404 });
  });

  test('the product itself reaches everything', async () => {
    expect((await addresses.list(systemActor(), ask())).total).toBe((await addresses.list(prakash, ask())).total);
  });
});

describe('what may change when', () => {
  const closedOne = async () => addresses.transition(priya, 'close', await another());

  test('a record out of use stays as it is until it is taken into use again', async () => {
    const closed = await closedOne();
    expect(await refusal(addresses.update(priya, closed, { street: 'Elsewhere' }))).toMatchObject({
      code: 'state-changed',
      status: 409,
      details: { params: { status: 'inactive' }, newer: { id: closed.id } },
    });
    expect(await addresses.get(priya, closed.id)).toMatchObject({ street: gate.street, version: 2 });
    const open = await addresses.transition(priya, 'reopen', closed);
    expect(await addresses.update(priya, open, { street: 'Elsewhere' })).toMatchObject({ street: 'Elsewhere' });
  });

  test('an older version is told first, and an act of an operation is none of the form', async () => {
    const closed = await closedOne();
    expect(await refusal(addresses.update(priya, { ...closed, version: 1 }, { street: 'Elsewhere' }))).toMatchObject({
      code: 'stale-version',
    });
    const noted = await addresses.update(priya, closed, {}, async () => ({ deliveryNotes: 'Torn down.' }), {
      event: 'looked-over',
    });
    expect(noted).toMatchObject({ deliveryNotes: 'Torn down.', version: 3 });
  });

  test('a status may open single fields; any other is refused by the name of the status', async () => {
    const some = store(
      { ...address, path: '/some-addresses', editable: { active: 'form', inactive: ['deliveryNotes'] } },
      addresses.options,
    );
    const closed = await closedOne();
    expect(await some.update(priya, closed, { deliveryNotes: 'Ask next door.' })).toMatchObject({ version: 3 });
    const refused = await refusal(some.update(priya, { ...closed, version: 3 }, { street: 'X', deliveryNotes: '' }));
    expect(refused).toMatchObject({ code: 'locked-in-status', status: 409 });
    const sentences = (['en', 'de', 'fr', 'pt'] as const).map((language) =>
      translatorFor(language)(`refusals.${refused.code}`, refused.details.params),
    );
    expect(sentences).toEqual([
      'This cannot be changed while the status is “Inactive”.',
      'Das lässt sich im Status „Inaktiv“ nicht ändern.',
      'Impossible à modifier tant que le statut est «\u202fInactive\u202f».',
      'Não pode ser alterado enquanto o estado for «Inativo».',
    ]);
  });
});
