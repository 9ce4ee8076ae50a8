import { beforeAll, describe, expect, test } from 'vitest';
import { draftRequest } from '#db/seed/builders.ts';
import { relatedTo } from '#lib/documents/state/related.server.ts';
import { readDocument } from '#lib/documents/reading.server.ts';
import { purchaseRequestLife } from '#lib/purchasing/purchase-request/life.server.ts';
import { counting } from '#lib/process/database/database.server.ts';
import { purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { copyPurchaseRequest } from '#lib/purchasing/purchase-request/writing.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { WorkOrder } from './support/work-order.ts';
import { approvedOrder, createWorkOrder, workGarden, workLine, type WorkGarden } from './support/work-company.ts';
import { workOrderLife } from './support/work-orders.server.ts';

// What stands before and after a document: Hannah orders work for what she has requested, Farid is of another department.
let people: WorkGarden;

beforeAll(async () => {
  people = await workGarden();
});

const request = () => draftRequest(people.hannah, people.company);
const relatedOf = async (actor: Actor, id: string) => (await readDocument(actor, workOrderLife, id)).related;
const sides = (related: readonly { id: string; direction: string }[]) =>
  related.map(({ id, direction }) => [direction, id]);

describe('a document names', () => {
  test('what it refers to, and is named there', async () => {
    const { id, title } = await request();
    const order = await approvedOrder(people, { requestId: id });
    expect(await relatedOf(people.hannah, order.id)).toEqual([
      {
        kind: 'purchase-request',
        docType: 'PR',
        id,
        number: null,
        title,
        status: 'draft',
        amountCents: 87_200,
        direction: 'before',
        path: `/purchasing/purchase-requests/${id}/show`,
      },
    ]);
    expect((await readDocument(people.hannah, purchaseRequestLife, id)).related).toMatchObject([
      { docType: 'PO', number: order.number, status: 'approved', amountCents: 9_810, direction: 'after' },
    ]);
  });

  test('what its lines refer to, each once, in whatever lines it is named', async () => {
    const [first, second] = [await request(), await request()];
    const lines = [first, second, first].map(({ id }, index) => workLine(`Row ${index + 1}`, { requestId: id }));
    const order = await createWorkOrder(people.hannah, { requestId: first.id }, lines);
    expect(sides(await relatedOf(people.hannah, order.id))).toEqual([
      ['before', first.id],
      ['before', second.id],
    ]);
    expect(sides((await readDocument(people.hannah, purchaseRequestLife, second.id)).related)).toEqual([
      ['after', order.id],
    ]);
  });

  test('where it was copied from and what was copied from it, and no document farther away', async () => {
    const { hannah } = people;
    const first = await createWorkOrder(hannah);
    const second = (await workOrderLife.operation('copy')(hannah, first)) as WorkOrder;
    const third = (await workOrderLife.operation('copy')(hannah, second)) as WorkOrder;
    expect(sides(await relatedOf(hannah, first.id))).toEqual([['after', second.id]]);
    expect(sides(await relatedOf(hannah, second.id))).toEqual([
      ['before', first.id],
      ['after', third.id],
    ]);
    const copied = await copyPurchaseRequest(hannah, (await request()).id);
    expect((await readDocument(hannah, purchaseRequestLife, copied.id)).related).toMatchObject([
      { id: copied.copiedFromId, direction: 'before' },
    ]);
  });

  test('nothing, where nothing refers to it and it refers to nothing', async () => {
    await request();
    const order = await createWorkOrder(people.hannah);
    expect(await relatedOf(people.hannah, order.id)).toEqual([]);
  });
});

test('one statement for each kind finds them, however many there are', async () => {
  const { hannah } = people;
  const { id } = await request();
  const asked = async () => {
    const statements = { count: 0 };
    const found = await counting.run(statements, () => relatedTo(hannah, purchaseRequest, id));
    return [found.length, statements.count];
  };
  await createWorkOrder(hannah, { requestId: id });
  expect(await asked()).toEqual([1, 2]);
  for (let index = 0; index < 3; index += 1) await createWorkOrder(hannah, {}, [workLine('Row', { requestId: id })]);
  await copyPurchaseRequest(hannah, id);
  expect(await asked()).toEqual([5, 2]);
});

describe('it does not name', () => {
  test('what is out of the reader’s reach, on either side', async () => {
    const { hannah, farid, priya } = people;
    const { id } = await request();
    const order = await createWorkOrder(farid, { requestId: id }, [workLine('Row 5', { requestId: id })]);
    expect(await relatedOf(farid, order.id)).toEqual([]);
    expect((await readDocument(hannah, purchaseRequestLife, id)).related).toEqual([]);
    expect(sides(await relatedOf(priya, order.id))).toEqual([['before', id]]);
    expect(sides((await readDocument(priya, purchaseRequestLife, id)).related)).toEqual([['after', order.id]]);
  });

  test('a draft that was deleted', async () => {
    const { hannah } = people;
    const { id } = await request();
    const order = await createWorkOrder(hannah, { requestId: id });
    await workOrderLife.delete(hannah, order);
    expect((await readDocument(hannah, purchaseRequestLife, id)).related).toEqual([]);
  });
});
