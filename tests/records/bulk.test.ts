import { beforeAll, describe, expect, test, vi } from 'vitest';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { address, type Address } from '#lib/directory/address.ts';
import { addresses, closeAddress, createAddress, reopenAddress, updateAddress } from '#lib/directory/address.server.ts';
import { bulkAnswer, chosenIn, matchingRows, refusedNames, runBulk } from '#lib/records/list/bulk.server.ts';
import { department } from '#lib/directory/department.ts';
import { closeDepartment, createDepartment, departments } from '#lib/directory/department.server.ts';
import { listPage } from '#lib/records/list/list-page.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { pageOf } from '#tests/support/posted-page.ts';
import { readListQuery, unknownInQuery } from '#lib/records/list/list-query.ts';
import { db } from '#lib/process/database/database.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Priya keeps the addresses; Prakash of the store only reads them; Hannah does neither; Siti administers.
let priya: Actor;
let prakash: Actor;
let hannah: Actor;
let siti: Actor;
let company: Company;
const acts = { close: closeAddress, reopen: reopenAddress };
const ask = (search: string) => readListQuery(address, new URLSearchParams(search));
const bulk = (actor: Actor, input: unknown) => bulkAnswer(actor, acts, input, () => addresses);
const now = () => new Date().toISOString();

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [priya, prakash, hannah, siti] = (await Promise.all(
    ['purchasing', 'stores', 'requester', 'admin'].map(actorNamed),
  )) as [Actor, Actor, Actor, Actor];
});

/** So many addresses, found by the word. */
async function several(word: string, count: number): Promise<Address[]> {
  const made: Address[] = [];
  for (let n = 1; n <= count; n += 1)
    made.push(
      await createAddress(priya, {
        label: `${word} ${n}`,
        kind: 'site',
        street: 'Lim Chu Kang Lane',
        postalCode: '718850',
      }),
    );
  return made;
}

describe('what a list’s form says is chosen', () => {
  const form = (entries: [string, string][]) => chosenIn(new URLSearchParams(entries));
  const at = '2026-11-21T04:00:00.000Z';

  test('is all that match only while every row of the page is chosen too', () => {
    expect(
      form([
        ['row', 'a:1'],
        ['row', 'b:1'],
        ['shown', '2'],
        ['all', at],
      ]),
    ).toEqual({ rows: ['a:1', 'b:1'], allSeenAt: at });
    expect(
      form([
        ['row', 'a:1'],
        ['shown', '2'],
        ['all', at],
      ]),
    ).toEqual({ rows: ['a:1'], allSeenAt: null });
    expect(
      form([
        ['row', 'a:1'],
        ['row', 'b:1'],
        ['shown', '2'],
      ]),
    ).toMatchObject({ allSeenAt: null });
    expect(
      form([
        ['shown', '2'],
        ['all', at],
      ]),
    ).toEqual({ rows: [], allSeenAt: null });
    expect(
      form([
        ['row', 'a:1'],
        ['shown', '1'],
        ['all', 'everything'],
      ]),
    ).toMatchObject({ allSeenAt: null });
  });
});

describe('an act on all that match', () => {
  test('is done to every record of the query, beyond the page, each asked for itself', async () => {
    const made = await several('Matching', 12);
    await closeAddress(priya, made[3]!);
    const result = await bulk(priya, { act: 'close', query: 'q=matching&perPage=10' });
    expect(result.done).toHaveLength(11);
    expect(result.refused).toEqual([{ id: made[3]!.id, code: 'state-changed', params: { status: 'inactive' } }]);
    expect(await refusedNames(priya, addresses, result)).toEqual({ [made[3]!.id]: 'Matching 4' });
    expect((await addresses.list(priya, ask('q=matching'))).items.every(({ status }) => status === 'inactive')).toBe(
      true,
    );
  });

  test('leaves alone what came after the page was shown, and refuses what was changed since', async () => {
    const [first, second] = await several('Seen', 2);
    const seenAt = now();
    await vi.waitUntil(() => now() > seenAt);
    const changed = await updateAddress(priya, second!, { street: 'Old Choa Chu Kang Road' });
    const later = await createAddress(priya, {
      label: 'Seen 3',
      kind: 'site',
      street: 'Lim Chu Kang Lane',
      postalCode: '718850',
    });
    const result = await bulk(priya, { act: 'close', query: 'q=seen', seenAt });
    expect(result).toMatchObject({ done: [first!.id], refused: [{ id: second!.id, code: 'stale-version' }] });
    expect(await addresses.get(priya, later.id)).toMatchObject({ status: 'active' });
    expect(await addresses.get(priya, changed.id)).toMatchObject({ status: 'active', version: 2 });
  });

  test('is refused for each record without the right, and as a whole for who may not read the list', async () => {
    const made = await several('Readable', 2);
    const result = await bulk(prakash, { act: 'close', query: 'q=readable' });
    expect(result).toMatchObject({ done: [], refused: [{ code: 'not-authorized' }, { code: 'not-authorized' }] });
    expect(await addresses.get(priya, made[0]!.id)).toMatchObject({ status: 'active' });
    expect(await refusal(bulk(hannah, { act: 'close', query: 'q=readable' }))).toMatchObject({ status: 403 });
  });

  test('stops before anything is done where more match than one act may be done to', async () => {
    const seen = await several('Crowd', 1);
    const {
      id: _id,
      search: _search,
      ...values
    } = (await db
      .selectFrom('addresses')
      .selectAll()
      .where('id', '=', seen[0]!.id)
      .executeTakeFirstOrThrow()) as Address & { search: string };
    const copies = Array.from({ length: 1_000 }, (_, n) => ({
      ...values,
      id: `01970000-0000-7000-8000-${String(n).padStart(12, '0')}`,
      label: `Crowd ${n + 2}`,
    }));
    await db.insertInto('addresses').values(copies).execute();
    expect(await refusal(matchingRows(priya, addresses, ask('q=crowd'), now()))).toMatchObject({
      code: 'too-many-chosen',
      status: 422,
      details: { params: { count: 1_000 } },
    });
    expect(await refusal(bulk(priya, { act: 'close', query: 'q=crowd' }))).toMatchObject({ code: 'too-many-chosen' });
    expect((await addresses.list(priya, ask('q=crowd&type=inactive'))).total).toBe(0);
    await db.deleteFrom('addresses').where('label', '=', 'Crowd 2').execute();
    expect(await matchingRows(priya, addresses, ask('q=crowd'), now())).toHaveLength(1_000);
  });
});

describe('the API', () => {
  test('takes rows or a query, never both or none', async () => {
    const [made] = await several('Either', 1);
    const rows = [{ id: made!.id, version: 1 }];
    for (const input of [{ act: 'close' }, { act: 'close', rows, query: 'q=either' }])
      expect((await refusal(bulk(priya, input))).errors).toMatchObject([{ path: 'rows' }]);
    expect(await bulk(priya, { act: 'close', rows })).toMatchObject({ done: [made!.id] });
    expect(await bulk(priya, { act: 'reopen', query: 'q=either&type=inactive' })).toMatchObject({ done: [made!.id] });
  });

  test('refuses an act that does not exist, and a query that says more than the list knows', async () => {
    for (const act of ['explode', 'toString', ''])
      expect((await refusal(bulk(priya, { act, query: '' }))).errors).toMatchObject([{ path: 'act' }]);
    expect(
      (await refusal(bulk(priya, { act: 'close', query: 'q=x&stret=Lane&type=gone' }))).errors.map(({ path, code }) => [
        path,
        code,
      ]),
    ).toEqual([
      ['query.stret', 'unknown-field'],
      ['query.type', 'unknown-field'],
    ]);
    expect(
      unknownInQuery(address, new URLSearchParams('q=a&kind=site&type=active&cols=label&sort=label&perPage=10&page=2')),
    ).toEqual([]);
  });

  test('keeps on after a row that is no record', async () => {
    const [made] = await several('Row', 1);
    expect(await runBulk(priya, 'close', closeAddress, ['no-id:1', `${made!.id}:1`])).toMatchObject({
      done: [made!.id],
      refused: [{ id: 'no-id', code: 'not-found' }],
    });
  });
});

describe('the question before several departments are closed', () => {
  const row = ({ id, version }: { id: string; version: number }) => `${id}:${version}`;
  const asked = async (actor: Actor, rows: { id: string; version: number }[]) => {
    const fields = { act: 'close', row: rows.map(row) };
    const page = pageOf(department.path, { actor, fields });
    return (await listPage(page as never, departments, { bulk: { close: { run: closeDepartment } } })).question;
  };
  const made = (code: string, more: object = {}) =>
    createDepartment(siti, {
      code,
      name: `Rows ${code}`,
      businessEntityId: company.entityId,
      headUserId: company.userId('head'),
      ...more,
    });

  test('says for how many it is not possible and why, and leaves all as they are', async () => {
    const [empty, parent] = [await made('RWA'), await made('RWB')];
    await made('RWC', { parentId: parent.id });
    const old = { ...(await made('RWD')), version: 0 };
    const closed = await closeDepartment(siti, await made('RWE'));
    const { count: before } = await entries();
    const question = await asked(siti, [empty, parent, old, closed]);
    expect(question!.obstacles.toSorted((a, b) => a.code.localeCompare(b.code))).toEqual([
      { code: 'department-has-departments', params: { count: 1 }, count: 1 },
      { code: 'not-in-status', count: 1 },
      expect.objectContaining({ code: 'stale-version', count: 1 }),
    ]);
    expect(await departments.get(siti, empty.id)).toMatchObject({ status: 'active', version: empty.version });
    expect((await entries()).count).toBe(before);
  });

  test('tries fifty of them and not one more', async () => {
    const tried = vi.fn(async () => Promise.reject(new Refusal('still-used', 409)));
    const rows = await several('Tried', 52);
    const page = pageOf(address.path, { actor: priya, fields: { act: 'close', row: rows.map(row) } });
    const { question } = await listPage(page as never, addresses, { bulk: { close: { run: tried } } });
    expect(tried).toHaveBeenCalledTimes(50);
    expect(question).toMatchObject({ count: 52, obstacles: [{ code: 'still-used', count: 50 }] });
  });
});

const entries = () =>
  db
    .selectFrom('activityLog')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
