import { beforeAll, expect, test } from 'vitest';
import { actorNamed, buildGarden, draftRequest, type Garden } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { Ability } from '#lib/access/ability.ts';
import type { Actor } from '#lib/access/actor.ts';
import { inboxTypes, readInbox, readTask } from '#lib/approvals/inbox.server.ts';
import '#lib/modules.server.ts';
import { approvePurchaseRequest, submitPurchaseRequest } from '#lib/purchasing/purchase-request-approval.server.ts';

// Hannah sends two requests; Daniel decides one of them.
let garden: Garden;
let hannah: Actor;
let daniel: Actor;
let marie: Actor;

beforeAll(async () => {
  await seedFoundations();
  garden = await buildGarden();
  [hannah, daniel, marie] = await Promise.all(['requester', 'head', 'finance'].map(actorNamed)) as [Actor, Actor, Actor];
  const first = await submitPurchaseRequest(hannah, await draftRequest(hannah, garden, { title: 'First', netCents: 2_000_000 }));
  await submitPurchaseRequest(hannah, await draftRequest(hannah, garden, { title: 'Second', netCents: 500_000 }));
  await submitPurchaseRequest(hannah, await draftRequest(hannah, garden, { title: 'Third', netCents: 500_000 }));
  await approvePurchaseRequest(daniel, first, { comment: 'Agreed.' });
});

const inbox = (actor: Actor, query = '') => readInbox(actor, new URLSearchParams(query));

test('what waits stands oldest first, with what it is, of whom, how much and until when', async () => {
  const { items, total, counts } = await inbox(daniel);
  expect(items.map(({ title }) => title)).toEqual(['Second', 'Third']);
  expect([total, counts]).toEqual([2, { all: 2, requests: 2 }]);
  expect(items[0]).toMatchObject({ docType: 'PR', requester: 'Hannah Lim', department: 'Operations', amountCents: 545_000, step: 1, steps: 1, status: 'pending', docVersion: 2 });
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
  expect(inboxTypes()).toEqual(['all', 'requests', 'decided-by-me']);
});

test('who lost the right to open requests is told nothing of those that wait', async () => {
  const [task] = (await inbox(daniel)).items;
  const without = { ...daniel, ability: new Ability(daniel.ability.permissions.filter(({ subject }) => subject !== 'PurchaseRequest' && subject !== 'MyPurchaseRequest')) };
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
