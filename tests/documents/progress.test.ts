import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSpreadsheet } from '#lib/process/spreadsheets/spreadsheet-reading.server.ts';
import { readDocument } from '#lib/documents/reading.server.ts';
import { progressIn } from '#lib/documents/state/progress.ts';
import { linesOf } from '#lib/documents/lines/lines.server.ts';
import { exportList } from '#lib/records/list/export.server.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { db } from '#lib/process/database/database.server.ts';
import { english } from '#tests/support/printed-requests.ts';
import { workOrder, workOrderLines, type WorkOrder } from './support/work-order.ts';
import { approvedOrder, workGarden, workLine, type WorkGarden } from './support/work-company.ts';
import { workOrderLife, workOrders } from './support/work-orders.server.ts';

// How far an order has come, beside its status: what the mason has done of each line, and what was paid for all.
let people: WorkGarden;

beforeAll(async () => {
  people = await workGarden();
});

const order = () => approvedOrder(people, {}, [workLine('Row 4', { quantity: 10 }), workLine('Row 5')]);

async function done({ id }: WorkOrder, ...quantities: number[]): Promise<void> {
  const lines = await linesOf(workOrderLines, id);
  for (const [index, quantity] of quantities.entries())
    await sql`update work_order_lines set done_quantity = ${quantity} where id = ${lines[index]!.id}`.execute(db);
}

const paid = ({ id }: WorkOrder, cents: number) =>
  sql`update work_orders set paid_cents = ${cents} where id = ${id}`.execute(db);

async function progressOf({ id }: WorkOrder): Promise<[unknown, unknown]> {
  const { receiptProgress, paymentProgress } = await workOrders.get(people.hannah, id);
  return [receiptProgress, paymentProgress];
}

describe('what is received', () => {
  test('is nothing, a part, and all once every line has come to its end', async () => {
    const one = await order();
    expect(await progressOf(one)).toEqual(['none', 'none']);
    await done(one, 4, 0);
    expect(await progressOf(one)).toEqual(['partial', 'none']);
    await done(one, 10, 2);
    expect(await progressOf(one)).toEqual(['full', 'none']);
  });

  test('more on one line does not make up for less on another', async () => {
    const one = await order();
    await done(one, 12, 1.999);
    expect((await progressOf(one))[0]).toBe('partial');
    await done(one, 12, 2);
    expect((await progressOf(one))[0]).toBe('full');
  });

  test('a refused line is not waited for, and an order whose lines are all refused has received nothing', async () => {
    const one = await order();
    await done(one, 10, 0);
    await sql`update work_order_lines set line_state = 'rejected' where work_order_id = ${one.id} and done_quantity = 0`.execute(
      db,
    );
    expect((await progressOf(one))[0]).toBe('full');
    await sql`update work_order_lines set line_state = 'rejected' where work_order_id = ${one.id}`.execute(db);
    expect((await progressOf(one))[0]).toBe('none');
  });
});

test('what is paid is measured by the amount of the whole order, to the cent', async () => {
  const one = await order();
  const cents = one['grossCents'] as number;
  await paid(one, cents - 1);
  expect((await progressOf(one))[1]).toBe('partial');
  await paid(one, cents);
  expect((await progressOf(one))[1]).toBe('full');
  expect((await workOrders.get(people.hannah, one.id)).status).toBe('approved');
});

describe('a list', () => {
  const inState = (filters: string) => readListQuery(workOrder, new URLSearchParams(filters));

  test('shows it and is narrowed by it, one state or several', async () => {
    const [none, part, full] = [await order(), await order(), await order()];
    await done(part, 1, 0);
    await done(full, 10, 2);
    const ids = async (filters: string) => {
      const { items, total } = await workOrders.list(people.priya, inState(`${filters}&perPage=100`));
      expect(items).toHaveLength(total);
      return items.map(({ id }) => id);
    };
    expect(await ids('receiptProgress=partial')).toContain(part.id);
    expect(await ids('receiptProgress=partial')).not.toContain(full.id);
    const open = await ids('receiptProgress=none&receiptProgress=partial');
    expect(open).toEqual(expect.arrayContaining([none.id, part.id]));
    expect(open).not.toContain(full.id);
    expect(await ids('receiptProgress=whole')).toEqual([]);
  });

  test('exports it in words', async () => {
    const one = await order();
    await done(one, 10, 2);
    const answer = await exportList(
      people.priya,
      workOrders as never,
      new URLSearchParams('format=csv&receiptProgress=full&cols=number,receiptProgress,paymentProgress'),
      english,
    );
    const { header, rows } = await readSpreadsheet(new Uint8Array(await answer.arrayBuffer()), 'orders.csv');
    expect(header.slice(1)).toEqual(['Received', 'Paid']);
    expect(rows).toContainEqual([one['number'], 'Full', 'None']);
  });
});

test('the page says each progress in words; a document without any has none', async () => {
  const one = await order();
  await done(one, 4, 0);
  const document = await readDocument(people.hannah, workOrderLife, one.id);
  expect(progressIn(workOrder, document, english.t)).toEqual([
    { name: 'receiptProgress', label: 'Received', value: 'partial', text: 'Partial' },
    { name: 'paymentProgress', label: 'Paid', value: 'none', text: 'None' },
  ]);
  expect(progressIn({ ...workOrder, progress: undefined } as never, document, english.t)).toEqual([]);
});
