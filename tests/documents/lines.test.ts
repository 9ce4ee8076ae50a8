import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { linesOf as storedLines } from '#lib/documents/lines/lines.server.ts';
import { planLines } from '#lib/documents/lines/line-plan.ts';
import type { Snapshot } from '#lib/documents/snapshot.ts';
import { differencesOf } from '#lib/approvals/differences.server.ts';
import { snapshotHash } from '#lib/approvals/snapshot-hash.server.ts';
import { readXlsx } from 'hucre/xlsx';
import { exportList } from '#lib/records/list/export.server.ts';
import { readSpreadsheet } from '#lib/process/spreadsheets/spreadsheet-reading.server.ts';
import { myPurchaseRequests, purchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { jsonText } from '#lib/process/database/table.ts';
import {
  approvePurchaseRequest,
  returnPurchaseRequest,
  submitPurchaseRequest,
} from '#lib/purchasing/purchase-request/life.server.ts';
import { purchaseRequestLines, type LineInput } from '#lib/purchasing/purchase-request/line.ts';
import type { PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { copyPurchaseRequest, updatePurchaseRequest } from '#lib/purchasing/purchase-request/writing.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { APP_ROLE } from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import { asOwner } from '#tests/support/database.ts';
import { english } from '#tests/support/printed-requests.ts';
import '#lib/modules.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Hannah asks for plaques; Nurul approves, Daniel heads Operations and Marie is asked last. Others will order what Hannah asked for, line by line.
let company: Company;
let hannah: Actor;
let daniel: Actor;
let marie: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [hannah, daniel, marie] = (await Promise.all(['requester', 'head', 'finance'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
  const owner = process.env.DATABASE_OWNER_URL!;
  await asOwner(owner, 'create table test_orders (line_id uuid not null references purchase_request_lines)');
  await asOwner(owner, `grant insert on test_orders to ${APP_ROLE}`);
});

const line = (description: string, more: object = {}): LineInput => ({
  kind: 'goods',
  description,
  specification: null,
  quantity: 1,
  unit: 'Piece(s)',
  unitPriceE4: 1_000_000,
  gstCode: 'SR',
  priceIncludesGst: false,
  expenseCategoryId: company.categoryId('5310'),
  costCenterId: company.costCenterId('OPS-COL'),
  ...more,
});
const draft = (...names: string[]) => draftRequest(hannah, company, { lines: names.map((name) => line(name)) });
const linesOf = ({ id }: { id: string }) => storedLines(purchaseRequestLines, id);
const namesOf = async (request: { id: string }) => (await linesOf(request)).map(({ description }) => description);
const idsByName = async (request: { id: string }) =>
  Object.fromEntries((await linesOf(request)).map(({ id, description }) => [description, id]));
const save = (request: PurchaseRequest, lines: unknown) => updatePurchaseRequest(hannah, request, { lines });
/** Which transaction last wrote each line: a line that was not touched keeps it. */
const writtenBy = async ({ id }: { id: string }) => {
  const { rows } = await sql<{ description: string; xmin: string }>`
    select description, xmin::text from purchase_request_lines where purchase_request_id = ${id}`.execute(db);
  return Object.fromEntries(rows.map(({ description, xmin }) => [description, xmin]));
};

describe('a line stays the same line', () => {
  test('when it is renamed, moved, and others come and go around it', async () => {
    let request = await draft('Plaque', 'Fixing set', 'Delivery');
    const [plaque, fixing, delivery] = await linesOf(request);
    request = await save(request, [
      { ...delivery!, description: 'Delivery to site' },
      line('Bench'),
      { ...plaque!, quantity: 40 },
    ]);
    const after = await linesOf(request);
    expect(after.map(({ description, lineNo }) => [description, lineNo])).toEqual([
      ['Delivery to site', 1],
      ['Bench', 2],
      ['Plaque', 3],
    ]);
    expect([after[0]!.id, after[2]!.id]).toEqual([delivery!.id, plaque!.id]);
    expect([plaque!.id, fixing!.id, delivery!.id]).not.toContain(after[1]!.id);
    expect(request.estimatedNetCents).toBe(420_000);
  });

  test('and is not touched while it says what it said', async () => {
    const request = await draft('Plaque', 'Fixing set', 'Delivery');
    const before = await writtenBy(request);
    const [plaque, fixing, delivery] = await linesOf(request);
    await save(request, [plaque, { ...fixing!, quantity: 2 }, delivery]);
    const after = await writtenBy(request);
    expect([after['Plaque'], after['Delivery']]).toEqual([before['Plaque'], before['Delivery']]);
    expect(after['Fixing set']).not.toBe(before['Fixing set']);
  });

  test('when it is sent, returned, sent in part and sent again', async () => {
    let request = await draftRequest(hannah, company, {
      lines: ['Ramp', 'Handrail', 'Bench'].map((name) => line(name, { unitPriceE4: 60_000_000 })),
    });
    const ids = await idsByName(request);
    request = await submitPurchaseRequest(hannah, request);
    expect(await idsByName(request)).toEqual(ids);
    request = await approvePurchaseRequest(daniel, request, {
      refusedLines: [{ lineId: ids['Bench'], note: 'There is one already.' }],
    });
    expect(await idsByName(request)).toEqual(ids);
    request = await returnPurchaseRequest(marie, request, { comment: 'Which budget?' });
    const [ramp, handrail] = await linesOf(request);
    request = await save(request, [handrail, { ...ramp!, description: 'Ramp, steel' }]);
    request = await submitPurchaseRequest(hannah, request);
    expect(await idsByName(request)).toEqual({ Handrail: ids['Handrail'], 'Ramp, steel': ids['Ramp'] });
  });

  test('a copy has lines of its own', async () => {
    const request = await draft('Plaque', 'Fixing set');
    const copy = await copyPurchaseRequest(hannah, request.id);
    expect(await namesOf(copy)).toEqual(['Plaque', 'Fixing set']);
    const ids = (await linesOf(request)).map(({ id }) => id);
    expect((await linesOf(copy)).filter(({ id }) => ids.includes(id))).toEqual([]);
  });

  test('the log tells a renamed line as one line that changed', async () => {
    const request = await draft('Plaque', 'Fixing set');
    const [plaque, fixing] = await linesOf(request);
    await save(request, [plaque, { ...fixing!, description: 'Bronze fixing set', kind: 'service' }]);
    const [entry] = await activityOf(request.id);
    expect(entry).toMatchObject({
      before: { lines: ['1 Piece(s) Fixing set @ 100.00 SR, 5310 OPS-COL'] },
      after: { lines: ['1 Piece(s) Bronze fixing set @ 100.00 SR, 5310 OPS-COL, service'] },
    });
  });
});

describe('who sends no ids', () => {
  test('and says what stands has changed nothing; another line is a new one', async () => {
    let request = await draft('Plaque', 'Fixing set');
    const ids = await idsByName(request);
    expect(await save(request, [line('Plaque'), line('Fixing set')])).toMatchObject({ version: request.version });
    request = await save(request, [line('Plaque'), line('Fixing set', { quantity: 8 })]);
    const after = await idsByName(request);
    expect(after['Plaque']).toBe(ids['Plaque']);
    expect(after['Fixing set']).not.toBe(ids['Fixing set']);
  });
});

describe('an id is of a line of this document', () => {
  test('one of another document, of nothing, or sent twice is refused at its place, with every other fault', async () => {
    const request = await draft('Plaque', 'Fixing set');
    const other = await draft('Bench');
    const [plaque] = await linesOf(request);
    const [bench] = await linesOf(other);
    const faults = async (lines: unknown) =>
      (await refusal(save(request, lines))).errors.map(({ path, code }) => `${path}: ${code}`);
    expect(await faults([plaque, { ...line('Bench', { quantity: 0 }), id: bench!.id }])).toEqual([
      'lines.1.id: not-a-choice',
      'lines.1.quantity: not-above-zero',
    ]);
    expect(await faults([{ ...line('Lamp'), id: uuid() }])).toEqual(['lines.0.id: not-a-choice']);
    expect(await faults([{ ...line('Lamp'), id: 'first' }])).toEqual(['lines.0.id: not-a-choice']);
    expect(await faults([plaque, plaque])).toEqual(['lines.1.id: not-a-choice']);
    expect(await namesOf(request)).toEqual(['Plaque', 'Fixing set']);
    expect(await namesOf(other)).toEqual(['Bench']);
  });

  test('a new document has no lines yet that could be named', async () => {
    const [bench] = await linesOf(await draft('Bench'));
    const { errors } = await refusal(draftRequest(hannah, company, { lines: [bench] }));
    expect(errors).toMatchObject([{ path: 'lines.0.id', code: 'not-a-choice' }]);
  });
});

describe('a line that something points at', () => {
  test('cannot go, and the refusal names it; those around it change freely', async () => {
    let request = await draft('Plaque', 'Fixing set', 'Delivery');
    const [plaque, fixing, delivery] = await linesOf(request);
    await sql`insert into test_orders values (${fixing!.id})`.execute(db);
    expect(await refusal(save(request, [plaque, line('Bench')]))).toMatchObject({
      status: 409,
      code: 'line-in-use',
      details: { params: { no: 2, name: 'Fixing set' } },
    });
    expect(await namesOf(request)).toEqual(['Plaque', 'Fixing set', 'Delivery']);
    request = await save(request, [
      { ...delivery!, quantity: 2 },
      { ...fixing!, description: 'Fixing set, bronze' },
    ]);
    expect(await idsByName(request)).toEqual({ Delivery: delivery!.id, 'Fixing set, bronze': fixing!.id });
  });
});

describe('what approvers were asked about', () => {
  /** As it was kept before lines had an id that lasts, and before a field that came since. */
  const keepAsOf = async (docId: string, without: readonly string[]) => {
    const { snapshot } = await db
      .selectFrom('approvalInstances')
      .select('snapshot')
      .where('docId', '=', docId)
      .executeTakeFirstOrThrow();
    const old = structuredClone(snapshot) as Snapshot;
    delete old['preferredVendor'];
    for (const one of old.lines!) for (const name of without) delete one[name];
    await db
      .updateTable('approvalInstances')
      .set({ snapshot: jsonText(old), snapshotHash: snapshotHash(old) })
      .where('docId', '=', docId)
      .execute();
    return old;
  };
  const sent = async () =>
    submitPurchaseRequest(
      hannah,
      await draftRequest(hannah, company, {
        lines: ['Ramp', 'Bench'].map((name) => line(name, { unitPriceE4: 9_000_000 })),
      }),
    );

  test('is every line with its id, and nothing that is theirs alone to keep', async () => {
    const request = await sent();
    const [ramp] = await linesOf(request);
    const { snapshot } = await db
      .selectFrom('approvalInstances')
      .select('snapshot')
      .where('docId', '=', request.id)
      .executeTakeFirstOrThrow();
    expect(Object.keys((snapshot as Snapshot).lines![0]!).toSorted()).toEqual([
      'costCenterId',
      'description',
      'expenseCategoryId',
      'gstCode',
      'id',
      'priceIncludesGst',
      'quantity',
      'specification',
      'unit',
      'unitPriceE4',
    ]);
    expect((snapshot as Snapshot).lines![0]).toMatchObject({ id: ramp!.id, description: 'Ramp' });
  });

  test('before lines were stored by their id can still be decided on', async () => {
    const request = await sent();
    await keepAsOf(request.id, ['id', 'specification']);
    expect(await differencesOf('PR', request.id, english)).toBeNull();
    expect(await approvePurchaseRequest(daniel, request, {})).toMatchObject({ status: 'pending-budget' });
  });

  test('and is no longer so once it has changed, in what they were asked about', async () => {
    const request = await sent();
    await keepAsOf(request.id, ['id', 'specification']);
    await sql`update purchase_request_lines set specification = 'Of steel' where purchase_request_id = ${request.id}`.execute(
      db,
    );
    expect(await differencesOf('PR', request.id, english)).toBeNull();
    await sql`update purchase_request_lines set quantity = 99 where purchase_request_id = ${request.id} and line_no = 1`.execute(
      db,
    );
    expect(await differencesOf('PR', request.id, english)).toMatchObject({
      since: 'sent',
      changes: [{ label: 'Ramp' }],
    });
    expect(await refusal(approvePurchaseRequest(daniel, request, {}))).toMatchObject({ code: 'document-changed' });
  });

  test('is compared with what is sent again: a renamed line is told as one, and an old snapshot by its names', async () => {
    let request = await sent();
    request = await returnPurchaseRequest(daniel, request, { comment: 'Of steel?' });
    const [ramp, bench] = await linesOf(request);
    await submitPurchaseRequest(hannah, await save(request, [bench, { ...ramp!, description: 'Ramp, steel' }]));
    const text = '1 Piece(s), 900.00, Standard rate, 5310 Stonework, OPS-COL Columbarium';
    expect(await differencesOf('PR', request.id, english)).toEqual({
      since: 'last-time',
      changes: [{ label: 'Ramp, steel', before: `Ramp, ${text}`, after: `Ramp, steel, ${text}` }],
    });
    const [before] = await db
      .selectFrom('approvalInstances')
      .select(['id', 'snapshot'])
      .where('docId', '=', request.id)
      .orderBy('startedAt')
      .limit(1)
      .execute();
    const old = before!.snapshot as Snapshot;
    for (const one of old.lines!) delete one['id'];
    await db
      .updateTable('approvalInstances')
      .set({ snapshot: jsonText(old), snapshotHash: snapshotHash(old) })
      .where('id', '=', before!.id)
      .execute();
    expect((await differencesOf('PR', request.id, english))!.changes).toEqual([
      { label: 'Ramp, steel', before: '', after: text },
      { label: 'Ramp', before: text, after: '' },
    ]);
  });
});

describe('a list of documents as a file', () => {
  const params = (of: { id: string; version: number }[], more: string) =>
    new URLSearchParams(
      `${more}&cols=title&sort=createdAt&${of.map(({ id, version }) => `row=${id}:${version}`).join('&')}`,
    );
  const bytesOf = async (requests: PurchaseRequest[], more: string) =>
    new Uint8Array(await (await exportList(hannah, myPurchaseRequests, params(requests, more), english)).arrayBuffer());

  test('has their lines on a second sheet, each with the document and its number', async () => {
    const first = await submitPurchaseRequest(hannah, await draft('Plaque', 'Fixing set'));
    const second = await draftRequest(hannah, company, {
      title: 'Benches',
      lines: [line('Bench', { specification: 'Teak' })],
    });
    const { sheets } = await readXlsx(await bytesOf([first, second], 'format=xlsx'));
    expect(sheets.map(({ name }) => name)).toEqual(['Purchase requests', 'Items']);
    expect(sheets[0]!.rows).toHaveLength(3);
    const [heading, ...rows] = sheets[1]!.rows;
    expect(heading!.slice(0, 8)).toEqual([
      'Request',
      'No.',
      'Type',
      'Item',
      'Specification',
      'Quantity',
      'Unit',
      'Unit price',
    ]);
    expect(rows.map((cells) => cells.slice(0, 8))).toEqual([
      [first.number, 1, 'Goods', 'Plaque', null, 1, 'Piece(s)', 100],
      [first.number, 2, 'Goods', 'Fixing set', null, 1, 'Piece(s)', 100],
      ['Benches', 1, 'Goods', 'Bench', 'Teak', 1, 'Piece(s)', 100],
    ]);
    expect(Object.fromEntries(heading!.map((name, at) => [name, rows[0]![at]]))).toMatchObject({
      GST: 'Standard rate',
      'Expense category': '5310 Stonework',
      'GST rate': 9,
      Net: 100,
      Total: 109,
      Status: 'Open',
    });
  });

  test('or the lines alone, when they are asked for; without them where they are not', async () => {
    const request = await draft('Plaque', 'Fixing set');
    const alone = await readSpreadsheet(await bytesOf([request], 'lines=1'), 'lines.csv');
    expect([alone.header[0], alone.rows.map(([, no, , name]) => [no, name])]).toEqual([
      'Request',
      [
        ['1', 'Plaque'],
        ['2', 'Fixing set'],
      ],
    ]);
    const list = await readSpreadsheet(await bytesOf([request], 'format=csv'), 'list.csv');
    expect([list.header, list.rows]).toEqual([['Title'], [[request.title]]]);
  });

  test('is for whoever may read the list', async () => {
    const request = await draft('Plaque');
    const tariq = await actorNamed('duty');
    const answer = await exportList(marie, purchaseRequests, params([request], 'lines=1'), english);
    expect((await readSpreadsheet(new Uint8Array(await answer.arrayBuffer()), 'lines.csv')).rows).toHaveLength(1);
    expect(await refusal(exportList(tariq, purchaseRequests, params([request], 'lines=1'), english))).toMatchObject({
      status: 403,
    });
  });
});

describe('two people at once', () => {
  test('who save the same draft: one is taken, the other hears that it has changed, and no line is lost', async () => {
    const request = await draft('Plaque', 'Fixing set');
    const [plaque, fixing] = await linesOf(request);
    const results = await Promise.allSettled([
      save(request, [fixing, plaque, line('Bench')]),
      save(request, [{ ...plaque!, quantity: 3 }]),
    ]);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as Refusal).code)).toEqual(['stale-version']);
    const names = await namesOf(request);
    expect(names).toEqual(results[0].status === 'fulfilled' ? ['Fixing set', 'Plaque', 'Bench'] : ['Plaque']);
    expect((await linesOf(request)).map(({ lineNo }) => lineNo)).toEqual(names.map((_, index) => index + 1));
  });
});

describe('whatever is done to the lines', () => {
  /** The same numbers at each run: a failure can be looked at again. */
  const numbersFrom = (seed: number) => () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };

  test('what was sent stands in its order, each line known by its id, over two hundred histories', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const next = numbersFrom(seed);
      const upTo = (most: number) => Math.floor(next() * most);
      let stored = planLines(
        purchaseRequestLines,
        [],
        ['a', 'b', 'c'].map((name) => line(name)),
      ).lines;
      for (let turn = 0; turn < 12; turn += 1) {
        const wanted: LineInput[] = stored
          .filter(() => next() > 0.2)
          .map((one) => ({
            ...one,
            ...(next() > 0.6 && { quantity: 1 + upTo(9) }),
            ...(next() > 0.9 && { id: undefined }),
          }));
        for (let added = upTo(3); added > 0; added -= 1)
          wanted.splice(upTo(wanted.length + 1), 0, line(`${turn}${added}`));
        if (next() > 0.5) wanted.reverse();
        const before = structuredClone(stored);
        const { lines, added, changed, removed } = planLines(purchaseRequestLines, stored, wanted);
        expect(stored).toEqual(before);
        expect(lines.map(({ description, quantity }) => [description, quantity])).toEqual(
          wanted.map(({ description, quantity }) => [description, quantity]),
        );
        expect(lines.map(({ lineNo }) => lineNo)).toEqual(wanted.map((_, index) => index + 1));
        expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
        for (const [index, { id }] of wanted.entries()) if (id) expect(lines[index]!.id).toBe(id);
        expect(new Set([...stored.map(({ id }) => id), ...added.map(({ id }) => id)])).toEqual(
          new Set([...lines.map(({ id }) => id), ...removed.map(({ id }) => id)]),
        );
        const untouched = lines.filter((one) => !added.includes(one) && !changed.includes(one));
        expect(
          untouched.every((one) => stored.some((known) => known.id === one.id && known.lineNo === one.lineNo)),
        ).toBe(true);
        stored = lines;
      }
    }
  });
});
