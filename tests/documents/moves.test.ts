import { beforeAll, expect, test, vi } from 'vitest';
import { toneOf } from '#lib/records/status-tones.ts';
import { actAccess, actAt } from '#lib/documents/act-access.ts';
import { actsOn } from '#lib/documents/acts.server.ts';
import { lifeOf } from '#lib/documents/life.server.ts';
import { undoOf } from '#lib/documents/undo/undo.server.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { refusal } from '#tests/support/refusal.ts';
import { approvedOrder, createWorkOrder, sentOrder, workGarden, type WorkGarden } from './support/work-company.ts';
import { workOrder, type WorkOrder } from './support/work-order.ts';
import { resumed, workOrderLife, workOrders } from './support/work-orders.server.ts';

// Work orders wait for the weather: two acts that only this document has. Priya manages purchasing, Hannah has ordered.
let people: WorkGarden;
const awaitWeather = workOrderLife.operation('awaitWeather');
const resumeWork = workOrderLife.operation('resumeWork');
const abandon = workOrderLife.operation('abandon');
const RAIN = { reason: 'It rains until Friday.' };

beforeAll(async () => {
  people = await workGarden();
});

const waiting = async () => awaitWeather(people.priya, await approvedOrder(people), RAIN);
const mayDo = async (actor: Actor, { id }: { id: string }) =>
  (await actsOn(actor, workOrder, id)).filter(({ allowed }) => allowed).map(({ act }) => act);
const eventsOf = async ({ id }: { id: string }) =>
  (await activityOf(id)).map(({ eventCode, params }) => [eventCode, params]).slice(0, 2);

test('an act of its own moves the order, with the reason in the log and what the kind writes with it', async () => {
  const order = await waiting();
  expect(order).toMatchObject({ status: 'waiting-for-weather', note: 'It rains.', endedReason: null });
  expect((await eventsOf(order))[0]).toEqual(['work-order.await-weather', RAIN]);
});

test('its inverse takes it back, and what comes after the commit is done', async () => {
  const order = await waiting();
  expect((await resumeWork(people.priya, order)).status).toBe('approved');
  expect((await eventsOf(order))[0]).toEqual(['work-order.resume-work', {}]);
  await vi.waitFor(() => expect(resumed).toContain(order.id));
});

test('it can be undone from the message, and what undoes it cannot', async () => {
  const order = await waiting();
  expect(await undoOf(people.priya, workOrder, 'awaitWeather', order)).toMatchObject({ act: 'resumeWork' });
  const back = (await resumeWork(people.priya, order)) as WorkOrder;
  expect(await undoOf(people.priya, workOrder, 'resumeWork', back)).toBeUndefined();
});

test('it says why, in 500 signs at most', async () => {
  const order = await approvedOrder(people);
  for (const reason of [undefined, null, '', '  '])
    expect(await refusal(awaitWeather(people.priya, order, { reason }))).toMatchObject({
      status: 422,
      errors: [{ path: 'reason', code: 'reason-needed' }],
    });
  expect((await refusal(awaitWeather(people.priya, order, { reason: 'x'.repeat(501) }))).status).toBe(422);
  expect((await workOrders.get(people.priya, order.id)).status).toBe('approved');
});

test('it is done in its own statuses, by who may, in the version that was shown, and not while the order is on hold', async () => {
  const { priya, hannah, farid } = people;
  const order = await approvedOrder(people);
  expect((await refusal(resumeWork(priya, order))).code).toBe('state-changed');
  expect((await refusal(awaitWeather(priya, await createWorkOrder(hannah), RAIN))).code).toBe('state-changed');
  expect((await refusal(awaitWeather(hannah, order, RAIN))).status).toBe(403);
  expect((await refusal(awaitWeather(farid, order, RAIN))).status).toBe(403);
  expect((await refusal(awaitWeather(priya, { ...order, version: 1 }, RAIN))).code).toBe('stale-version');
  expect(await mayDo(hannah, order)).not.toContain('awaitWeather');
  expect(await mayDo(priya, order)).toContain('awaitWeather');
  const held = await workOrderLife.hold(priya, order, { reason: 'Wait' });
  expect((await refusal(awaitWeather(priya, held, RAIN))).code).toBe('on-hold');
});

test('of two people at once one does it', async () => {
  const order = await approvedOrder(people);
  const results = await Promise.allSettled([1, 2].map(() => awaitWeather(people.priya, order, RAIN)));
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('what leaves the approval ends it, and what ends the order keeps the reason', async () => {
  const order = await sentOrder(people);
  const ended = await abandon(people.priya, order, { reason: 'The mason has closed.' });
  expect(ended).toMatchObject({ status: 'closed', endedReason: 'The mason has closed.' });
  const running = await db
    .selectFrom('approvalInstances')
    .select('status')
    .where('docId', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(running.status).toBe('withdrawn');
  expect((await workOrderLife.reopen(people.priya, ended)).endedReason).toBeNull();
});

test('its address and its rights follow from the declaration', () => {
  expect(actAt(workOrder, 'weather')).toBe('awaitWeather');
  expect(actAt(workOrder, 'weather', 'DELETE')).toBe('resumeWork');
  expect(actAccess(workOrder, ['show']).POST).toMatchObject({
    acts: { weather: { act: 'awaitWeather', asks: 'reason', always: true } },
  });
});

test('a status of its own has the tone of its declaration, and the same word elsewhere has none', () => {
  expect(toneOf('waiting-for-weather', `${workOrder.module}.${workOrder.key}`)).toBe('waits');
  expect(toneOf('waiting-for-weather', 'purchasing.purchaseRequest')).toBe('still');
  expect(toneOf('approved', `${workOrder.module}.${workOrder.key}`)).toBe('done');
});

test('an act that nothing carries out is found when the document is loaded', () => {
  const { rules } = workOrderLife;
  const dreaming = {
    ...workOrder,
    acts: { ...workOrder.acts, dream: { may: [], address: 'dream' } },
  } as typeof workOrder;
  expect(() => lifeOf(dreaming, workOrders, rules)).toThrow('work-order: nothing carries out dream');
  const { amend: _, ...withoutAmend } = rules;
  expect(() => lifeOf(workOrder, workOrders, withoutAmend)).toThrow('amend');
  expect(() => lifeOf(workOrder, workOrders, rules)).not.toThrow();
});
