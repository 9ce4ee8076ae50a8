import { beforeAll, expect, test } from 'vitest';
import { activityOf } from '#lib/activity/activity.server.ts';
import { actsOn } from '#lib/documents/acts.server.ts';
import { allDocuments } from '#lib/documents/document.ts';
import { readDocument } from '#lib/documents/reading.server.ts';
import { documentKinds } from '#lib/documents/registration.server.ts';
import { actorNamed } from '#db/seed/builders.ts';
import { refusal } from '#tests/support/refusal.ts';
import { workOrder } from './support/work-order.ts';
import { approvedOrder, createWorkOrder, sentOrder, workGarden, type WorkGarden } from './support/work-company.ts';
import { workOrderLife, workOrders } from './support/work-orders.server.ts';

// The life of documents, proven on one that the product does not have: Hannah orders work, Daniel heads her department.
let people: WorkGarden;

beforeAll(async () => {
  people = await workGarden();
});

test('it is registered like every document, beside those of the product', () => {
  expect(documentKinds()).toEqual(expect.arrayContaining(['purchase-request', 'user-request', 'work-order']));
  expect(allDocuments().map(({ name }) => name)).toContain('work-order');
});

test('a draft is sent, numbered, decided on by the head of the department, and reads with its lines', async () => {
  const { hannah, daniel } = people;
  const draft = await createWorkOrder(hannah);
  expect(draft).toMatchObject({ status: 'draft', number: null, netCents: 9_000, gstCents: 810, grossCents: 9_810 });
  const sent = await workOrderLife.submit(hannah, draft);
  expect(sent).toMatchObject({ status: 'pending-approval', number: expect.stringMatching(/^PO-SWG-\d{4}-00001$/) });
  expect((await readDocument(daniel, workOrderLife, sent.id)).allowedActions).toContainEqual(
    expect.objectContaining({ act: 'approve', allowed: true }),
  );
  const approved = await workOrderLife.approve(daniel, sent);
  expect(approved.status).toBe('approved');
  const { lines } = (await readDocument(hannah, workOrderLife, sent.id)) as unknown as { lines: object[] };
  expect(lines).toMatchObject([{ description: 'Set the plaques of row 4', doneQuantity: 0 }]);
  expect((await activityOf(sent.id)).map(({ eventCode }) => eventCode)).toEqual([
    'work-order.approve',
    'work-order.approve-step',
    'work-order.submit',
    'work-order.created',
  ]);
});

test('it comes back with a comment and is sent again as its second revision, under the same number', async () => {
  const { hannah, daniel } = people;
  const sent = await sentOrder(people);
  const returned = await workOrderLife.return(daniel, sent, { comment: 'Which row?' });
  const again = await workOrderLife.submit(hannah, returned);
  expect([again['number'], again['revision']]).toEqual([sent.number, 2]);
});

test('it is copied, held, cancelled with a reason and, while a draft, deleted', async () => {
  const { hannah, priya } = people;
  const order = await approvedOrder(people);
  const copy = await workOrderLife.operation('copy')(hannah, order);
  expect(copy).toMatchObject({ status: 'draft', copiedFromId: order.id, grossCents: 9_810 });
  expect((await workOrderLife.delete(hannah, copy))['deletedAt']).not.toBeNull();
  const held = await workOrderLife.hold(priya, order, { reason: 'The mason is ill.' });
  expect((await refusal(workOrderLife.cancel(hannah, held, { reason: 'No need' }))).code).toBe('on-hold');
  const released = await workOrderLife.release(priya, held);
  expect(await workOrderLife.cancel(hannah, released, { reason: 'No need' })).toMatchObject({
    status: 'cancelled',
    endedReason: 'No need',
  });
});

test('nobody of another department reaches it or may do anything to it', async () => {
  const order = await sentOrder(people);
  expect(await workOrders.reaches(people.farid, order.id)).toBe(false);
  expect((await refusal(workOrderLife.cancel(people.farid, order, { reason: 'Mine' }))).status).toBe(404);
  const auditor = await actorNamed('auditor');
  expect((await actsOn(auditor, workOrder, order.id)).filter(({ allowed }) => allowed)).toEqual([]);
});
