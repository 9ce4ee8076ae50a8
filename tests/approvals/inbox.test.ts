import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { Ability } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';
import { inboxTypes, readInbox, readInboxQuery, readTask } from '#lib/approvals/inbox/inbox.server.ts';
import { decideTask } from '#lib/approvals/inbox/decide-task.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { withdrawPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { purchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import { refusal } from '#tests/support/refusal.ts';
import { approvePurchaseRequest, submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';

// Hannah sends two requests; Daniel decides one of them.
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
  const first = await submitPurchaseRequest(
    hannah,
    await draftRequest(hannah, company, { title: 'First', netCents: 2_000_000 }),
  );
  await submitPurchaseRequest(hannah, await draftRequest(hannah, company, { title: 'Second', netCents: 500_000 }));
  await submitPurchaseRequest(hannah, await draftRequest(hannah, company, { title: 'Third', netCents: 500_000 }));
  await approvePurchaseRequest(daniel, first, { comment: 'Agreed.' });
});

const inbox = (actor: Actor, query = '') => readInbox(actor, readInboxQuery(new URLSearchParams(query)));

test('what waits stands in the order in which it is due, with what it is, of whom, how much and until when', async () => {
  const { items, total, counts } = await inbox(daniel);
  expect(items.map(({ title }) => title)).toEqual(['Second', 'Third']);
  expect([total, counts]).toEqual([2, { all: 2, requests: 2 }]);
  expect(items[0]).toMatchObject({
    docType: 'PR',
    requester: 'Hannah Lim',
    department: 'Operations',
    amountCents: 545_000,
    step: 1,
    steps: 1,
    status: 'pending',
    docVersion: 2,
  });
  expect(items[0]!.dueAt > items[0]!.openedAt).toBe(true);
});

test('what was decided stands in a tab of its own, with what was said', async () => {
  const { items, total, counts } = await inbox(daniel, 'type=decided-by-me');
  expect([total, counts.all]).toEqual([1, 2]);
  expect(items).toMatchObject([{ title: 'First', status: 'approved', comment: 'Agreed.' }]);
});

test('the next step waits for the next person, and nothing for the requester', async () => {
  expect((await inbox(marie)).items.map(({ title, step, steps }) => [title, step, steps])).toEqual([['First', 2, 2]]);
  expect((await inbox(hannah)).total).toBe(0);
});

test('it comes in pages, and an unknown tab or page size is as if it were not said', async () => {
  expect((await inbox(daniel, 'page=2')).items).toEqual([]);
  expect((await inbox(daniel, 'type=nonsense&perPage=7')).perPage).toBe(10);
  expect(inboxTypes()).toEqual(['all', 'user-requests', 'requests', 'decided-by-me']);
});

test('who lost the right to open requests is told nothing of those that wait', async () => {
  const [task] = (await inbox(daniel)).items;
  const without = {
    ...daniel,
    ability: new Ability(
      daniel.ability.permissions.filter(
        ({ subject }) => subject !== 'PurchaseRequest' && subject !== 'MyPurchaseRequest',
      ),
    ),
  };
  expect(await inbox(without)).toMatchObject({ items: [], total: 0, counts: { all: 0 }, dueByToday: 0 });
  expect((await inbox(without, 'type=requests')).items).toEqual([]);
  expect(await readTask(without, task!.taskId)).toBeNull();
});

test('a task is its own person’s', async () => {
  const [task] = (await inbox(daniel)).items;
  expect((await readTask(daniel, task!.taskId))!.title).toBe('Second');
  expect(await readTask(marie, task!.taskId)).toBeNull();
  expect(await readTask(daniel, 'no-id')).toBeNull();
});

test('it is narrowed by how long something waits and by its amount', async () => {
  await sql`update approval_tasks set opened_at = now() - interval '4 days', due_at = now() - interval '1 hour' where assignee_id = ${daniel.id} and status = 'pending'
    and doc_id = (select id from purchase_requests where title = 'Second')`.execute(db);
  const titles = async (query: string) => (await inbox(daniel, query)).items.map(({ title }) => title);
  expect(await titles('age=days-3')).toEqual(['Second']);
  expect(await titles('age=days-7')).toEqual([]);
  expect(await titles('age=overdue')).toEqual(['Second']);
  expect(await titles('age=nonsense')).toEqual(['Second', 'Third']);
  expect(await inbox(daniel, 'amountFrom=5,450.01')).toMatchObject({ items: [], total: 0, counts: { all: 2 } });
  expect(await inbox(daniel, 'amountFrom=5,450&amountTo=5450.00')).toMatchObject({ total: 2 });
});

test('a decision is taken by the task, and one that is not open says why', async () => {
  const [second, third] = (await inbox(daniel)).items;
  expect(await refusal(decideTask(marie, second!.taskId, 'approve', { version: second!.docVersion }))).toMatchObject({
    status: 404,
  });
  expect(
    await refusal(decideTask(daniel, second!.taskId, 'return', { version: second!.docVersion, comment: ' ' })),
  ).toMatchObject({ status: 422, errors: [{ path: 'comment', code: 'required' }] });
  const without = { ...daniel, ability: new Ability([]) };
  expect(await refusal(decideTask(without, second!.taskId, 'approve', { version: second!.docVersion }))).toMatchObject({
    status: 409,
    code: 'right-to-decide-lost',
  });
  expect(await decideTask(daniel, second!.taskId, 'approve', { version: second!.docVersion })).toMatchObject({
    title: 'Second',
  });
  expect(await refusal(decideTask(daniel, second!.taskId, 'approve', { version: second!.docVersion }))).toMatchObject({
    status: 409,
    code: 'decided-meanwhile',
  });
  const seen = await purchaseRequests.get(hannah, third!.docId);
  await withdrawPurchaseRequest(hannah, seen);
  expect(await refusal(decideTask(daniel, third!.taskId, 'approve', { version: third!.docVersion }))).toMatchObject({
    status: 409,
    code: 'taken-back-meanwhile',
  });
});
