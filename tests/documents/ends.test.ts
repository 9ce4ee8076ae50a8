import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { activityOf } from '#lib/activity/activity.server.ts';
import { actAccess } from '#lib/documents/act-access.ts';
import { actAt } from '#lib/documents/act-access.ts';
import { actsOn } from '#lib/documents/acts.server.ts';
import { ENDED_STATES } from '#lib/documents/prints/print-content.ts';
import { linesOf } from '#lib/documents/lines/lines.server.ts';
import { readDocument } from '#lib/documents/reading.server.ts';
import { summaryOf } from '#lib/documents/state/status-summary.ts';
import { checkContinuity } from '#lib/numbering/gaps.server.ts';
import { describeEntry as inWords } from '#lib/on-records/history/describe.server.ts';
import { newestNotifications } from '#lib/notifications/notifications.server.ts';
import { setWatching } from '#lib/on-records/watchers.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { isTranslated } from '#lib/process/i18n/translator.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { languages } from '#lib/values/languages.ts';
import { english } from '#tests/support/printed-requests.ts';
import { refusal } from '#tests/support/refusal.ts';
import { workOrder, workOrderLines, type WorkOrder } from './support/work-order.ts';
import { approvedOrder, createWorkOrder, sentOrder, workGarden, type WorkGarden } from './support/work-company.ts';
import { workOrderLife } from './support/work-orders.server.ts';

// How an order ends: Priya manages purchasing, Hannah has ordered, Daniel has approved, Farid has nothing to do with it.
let people: WorkGarden;

beforeAll(async () => {
  people = await workGarden();
});

const SAID = { reason: 'The wrong mason' };
const act = (name: string) => workOrderLife.operation(name);
const allowedTo = async (actor: Actor, { id }: { id: string }) =>
  (await actsOn(actor, workOrder, id)).filter(({ allowed }) => allowed).map((one) => one.act);
const orderOf = (id: string) => readDocument(people.priya, workOrderLife, id);
const eventsOf = async ({ id }: { id: string }) =>
  (await inWords(await activityOf(id), english)).map(({ sentence, said }) => [sentence, said]);
const pay = ({ id }: WorkOrder) => sql`update work_orders set paid_cents = 100 where id = ${id}`.execute(db);
const voidOf = async (number: unknown) => {
  const { rows } = await sql<{ isVoided: boolean; voidReason: string | null }>`
    select voided_at is not null as is_voided, void_reason from issued_numbers where number = ${number}`.execute(db);
  return rows;
};
/** The codes of what did not succeed of acts that were begun at once, sorted. */
const refusedOf = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : [])).toSorted();

describe('an order that was issued in error is voided', () => {
  test('its number stays and is marked with the reason, what it did is undone', async () => {
    const { priya } = people;
    const order = await approvedOrder(people, { note: 'By the gate' });
    await sql`update work_order_lines set done_quantity = 1 where work_order_id = ${order.id}`.execute(db);
    const ended = await workOrderLife.void(priya, order, SAID);
    expect(ended).toMatchObject({ status: 'voided', number: order.number, endedReason: SAID.reason, note: null });
    expect((await linesOf(workOrderLines, order.id)).map(({ doneQuantity }) => doneQuantity)).toEqual([0]);
    expect(await voidOf(order.number)).toEqual([{ isVoided: true, voidReason: SAID.reason }]);
    expect((await checkContinuity()).missing).toEqual([]);
    expect((await eventsOf(order))[0]).toEqual(['voided it', SAID.reason]);
    expect(summaryOf(workOrder, (await orderOf(order.id)) as never, null, priya.id, english.t)).toEqual({
      tone: 'refused',
      heading: 'Void',
      text: '“The wrong mason”',
    });
    expect(await allowedTo(priya, order)).toEqual(['copy']);
  });

  test('its approvers are asked no longer', async () => {
    const order = await sentOrder(people);
    await workOrderLife.void(people.priya, order, SAID);
    expect(await allowedTo(people.daniel, order)).not.toContain('approve');
    const { rows } = await sql`select 1 from approval_tasks where doc_id = ${order.id} and status = 'pending'`.execute(
      db,
    );
    expect(rows).toEqual([]);
  });

  test('not without a reason, not while it has no number, and not by whoever may not', async () => {
    const { hannah, priya, farid } = people;
    const order = await approvedOrder(people);
    expect(await refusal(workOrderLife.void(priya, order, { reason: '  ' }))).toMatchObject({
      errors: [{ path: 'reason', code: 'reason-needed' }],
    });
    expect((await refusal(workOrderLife.void(hannah, order, SAID))).status).toBe(403);
    expect((await refusal(workOrderLife.void(farid, order, SAID))).status).toBe(403);
    const draft = await createWorkOrder(priya);
    expect((await refusal(workOrderLife.void(priya, draft, SAID))).status).toBe(409);
    expect(await voidOf(order.number)).toEqual([{ isVoided: false, voidReason: null }]);
  });

  test('where it cannot be undone any more, nothing is: its number stays good', async () => {
    const order = await approvedOrder(people);
    await pay(order);
    expect((await refusal(workOrderLife.void(people.priya, order, SAID))).code).toBe('still-used');
    expect((await orderOf(order.id)).status).toBe('approved');
    expect(await voidOf(order.number)).toEqual([{ isVoided: false, voidReason: null }]);
  });
});

describe('an order is reversed', () => {
  test('by a new one with the opposite content, in effect at once, that names it', async () => {
    const { priya } = people;
    const order = await approvedOrder(people);
    const reversed = await workOrderLife.reverse(priya, order, SAID);
    expect(reversed).toMatchObject({ status: 'reversed', number: order.number, endedReason: SAID.reason });
    const { related } = await orderOf(order.id);
    expect(related).toMatchObject([{ status: 'approved', amountCents: -9_810, direction: 'after' }]);
    const opposite = await orderOf(related[0]!.id);
    expect(opposite).toMatchObject({ reversesId: order.id, netCents: -9_000, gstCents: -810, revision: 1 });
    expect([opposite.number, opposite.submittedAt]).toEqual([expect.stringMatching(/^PO-SWG-/), expect.any(String)]);
    expect(opposite.number).not.toBe(order.number);
    expect((await eventsOf(order))[0]).toEqual(['reversed it', SAID.reason]);
    expect((await eventsOf(opposite)).map(([sentence]) => sentence)).toEqual([
      'put it into effect',
      `created it to reverse ${order.number}`,
    ]);
  });

  test('only once; and what reverses it is neither reversed nor voided nor cancelled', async () => {
    const { priya } = people;
    const order = await approvedOrder(people);
    const reversed = await workOrderLife.reverse(priya, order, SAID);
    expect((await refusal(workOrderLife.reverse(priya, reversed, SAID))).code).toBe('state-changed');
    const opposite = await orderOf((await orderOf(order.id)).related[0]!.id);
    for (const name of ['reverse', 'void', 'cancel'])
      expect((await refusal(act(name)(priya, opposite as never, SAID))).status).toBe(403);
    expect(await allowedTo(priya, opposite)).toEqual(expect.arrayContaining(['close', 'hold']));
  });

  test('not without a reason, not before it has an effect, and not by whoever may not', async () => {
    const { hannah, priya } = people;
    const order = await approvedOrder(people);
    expect((await refusal(workOrderLife.reverse(priya, order, {}))).errors).toMatchObject([{ code: 'reason-needed' }]);
    expect((await refusal(workOrderLife.reverse(hannah, order, SAID))).status).toBe(403);
    expect((await refusal(workOrderLife.reverse(priya, await sentOrder(people), SAID))).code).toBe('state-changed');
    expect((await orderOf(order.id)).related).toEqual([]);
  });

  test('by two at once, one reverses it: there is one opposite, and no number is lost', async () => {
    const order = await approvedOrder(people);
    const reversing = Array.from({ length: 4 }, () => workOrderLife.reverse(people.priya, order, SAID));
    expect(refusedOf(await Promise.allSettled(reversing))).toEqual(['stale-version', 'stale-version', 'stale-version']);
    expect((await orderOf(order.id)).related).toHaveLength(1);
    expect((await checkContinuity()).missing).toEqual([]);
  });

  test('while another voids it, one of the two holds', async () => {
    const order = await approvedOrder(people);
    const results = await Promise.allSettled([
      workOrderLife.reverse(people.priya, order, SAID),
      workOrderLife.void(people.priya, order, SAID),
    ]);
    expect(refusedOf(results)).toEqual(['stale-version']);
    const { status, related } = await orderOf(order.id);
    expect([status, related.length]).toEqual(results[0].status === 'fulfilled' ? ['reversed', 1] : ['voided', 0]);
    expect(await voidOf(order.number)).toMatchObject([{ isVoided: status === 'voided' }]);
  });

  test('even past the machinery no order has two opposites', async () => {
    const order = await approvedOrder(people);
    await workOrderLife.reverse(people.priya, order, SAID);
    await expect(createWorkOrder(people.priya, {}, undefined, { reversesId: order.id })).rejects.toThrow();
  });
});

describe('an order of which the rest is not needed is closed', () => {
  test('with a reason, and opened again without one', async () => {
    const { hannah } = people;
    const order = await approvedOrder(people);
    const closed = await workOrderLife.close(hannah, order, { reason: 'Row 5 comes next year' });
    const note = 'The mason does not come again.';
    expect(closed).toMatchObject({ status: 'closed', endedReason: 'Row 5 comes next year', note });
    expect(await allowedTo(hannah, order)).toContain('reopen');
    const opened = await workOrderLife.reopen(hannah, closed);
    expect(opened).toMatchObject({ status: 'approved', endedReason: null, note: null });
    expect(await allowedTo(hannah, order)).toContain('close');
    expect((await actsOn(hannah, workOrder, order.id)).map((one) => one.act)).not.toContain('reopen');
    expect((await eventsOf(order)).slice(0, 2)).toEqual([
      ['reopened this', ''],
      ['closed this', 'Row 5 comes next year'],
    ]);
  });

  test('not without a reason, not while it waits for a decision, not on hold, and not by whoever may not', async () => {
    const { hannah, priya, daniel, farid } = people;
    const order = await approvedOrder(people);
    expect((await refusal(workOrderLife.close(hannah, order, {}))).errors).toMatchObject([{ code: 'reason-needed' }]);
    expect((await refusal(workOrderLife.close(daniel, order, SAID))).status).toBe(404);
    expect((await refusal(workOrderLife.close(farid, order, SAID))).status).toBe(404);
    expect((await refusal(workOrderLife.close(hannah, await sentOrder(people), SAID))).code).toBe('state-changed');
    const held = await workOrderLife.hold(priya, order, { reason: 'Rain' });
    expect((await refusal(workOrderLife.close(hannah, held, SAID))).code).toBe('on-hold');
    expect((await refusal(workOrderLife.reopen(hannah, order))).status).toBe(409);
  });

  test('twice at once, it is closed once', async () => {
    const order = await approvedOrder(people);
    const closing = [1, 2, 3].map(() => workOrderLife.close(people.hannah, order, SAID));
    expect(refusedOf(await Promise.allSettled(closing))).toEqual(['stale-version', 'stale-version']);
    const closed = (await activityOf(order.id)).filter(({ eventCode }) => eventCode === 'work-order.close');
    expect(closed).toHaveLength(1);
  });
});

test('each end has its noun in the address; reopening takes closing back', () => {
  expect(['voiding', 'reversal', 'closure', 'cancellation'].map((noun) => actAt(workOrder, noun))).toEqual([
    'void',
    'reverse',
    'close',
    'cancel',
  ]);
  expect(actAt(workOrder, 'closure', 'DELETE')).toBe('reopen');
  const { POST, DELETE } = actAccess(workOrder, ['show']);
  const asked = ['voiding', 'reversal', 'closure'].map((noun) => (POST as any).acts[noun]);
  expect(asked).toMatchObject(Array.from({ length: 3 }, () => ({ asks: 'reason', always: true })));
  expect((DELETE as any).acts['closure']).toMatchObject({ act: 'reopen' });
});

test('each end is said in every language: its button, what it asks, what it has done, its entry, its print', () => {
  const keys = [
    ...['void', 'reverse', 'close', 'reopen'].flatMap((name) => [
      `documents.acts.${name}`,
      `documents.said.${name}`,
      `activity.any.${name}`,
      `api.operations.acts.${name}`,
    ]),
    ...['void', 'reverse', 'close'].flatMap((name) => [
      `documents.dialogs.${name}.heading`,
      `documents.dialogs.${name}.text`,
    ]),
    ...['voided', 'reversed', 'closed'].map((status) => `documents.summary.${status}`),
    ...['reversal', 'take-effect'].map((event) => `activity.any.${event}`),
    ...ENDED_STATES.flatMap((state) => [
      `prints.document.states.${state}`,
      `prints.preview.${state}`,
      `prints.verify.verdicts.${state}.title`,
      `prints.verify.verdicts.${state}.text`,
    ]),
  ];
  expect(languages.flatMap((language) => keys.filter((key) => !isTranslated(key, language)))).toEqual([]);
});

test('a kind that does not opt in has no such act', async () => {
  const { purchaseRequestLife } = await import('#lib/purchasing/purchase-request/life.server.ts');
  for (const name of ['void', 'reverse', 'close', 'reopen'])
    expect(() => purchaseRequestLife.operation(name)).toThrow(expect.objectContaining({ code: 'unknown-act' }));
});

describe('of an end hear who asked for the order, who watches it and who approved it', () => {
  const noticesOf = async ({ id }: { id: string }) => {
    const rows = await db
      .selectFrom('notifications as n')
      .innerJoin('users as u', 'u.id', 'n.userId')
      .select(['n.event', 'u.username', 'n.params', 'n.link'])
      .where('n.entityId', '=', id)
      .where('n.event', 'like', 'document.%')
      .orderBy('n.event')
      .orderBy('u.username')
      .execute();
    return rows.map(({ event, username }) => `${event} ${username}`);
  };

  test('voided: Hannah and Daniel, with the reason; not Priya, who does it, nor Farid', async () => {
    const order = await approvedOrder(people);
    await setWatching(people.daniel, 'work-order', order.id, false);
    await workOrderLife.void(people.priya, order, SAID);
    expect(await noticesOf(order)).toEqual(['document.voided head', 'document.voided requester']);
    const [told] = await newestNotifications(people.hannah, 'en', 1);
    expect(told).toMatchObject({ event: 'document.voided', quote: SAID.reason, unread: true });
    expect(told!.title).toMatch(/has been voided$/);
    expect(told!.text).toContain('Priya');
  });

  test('voided while it waits for Daniel: he hears it only as long as he watches it', async () => {
    const watched = await sentOrder(people);
    await workOrderLife.void(people.priya, watched, SAID);
    expect(await noticesOf(watched)).toContain('document.voided head');
    const order = await sentOrder(people);
    await setWatching(people.daniel, 'work-order', order.id, false);
    await workOrderLife.void(people.priya, order, SAID);
    expect(await noticesOf(order)).toEqual(['document.voided requester']);
  });

  test('reversed: of the order, and not of its opposite', async () => {
    const order = await approvedOrder(people);
    await workOrderLife.reverse(people.priya, order, SAID);
    expect(await noticesOf(order)).toEqual(['document.reversed head', 'document.reversed requester']);
    const { id } = await db
      .selectFrom('workOrders')
      .select('id')
      .where('reversesId', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(await noticesOf({ id })).toEqual([]);
  });

  test('closed and opened again by Hannah: Daniel and Priya, who watches it, each time anew', async () => {
    const order = await approvedOrder(people);
    await setWatching(people.priya, 'work-order', order.id, true);
    const closed = await workOrderLife.close(people.hannah, order, SAID);
    const open = await workOrderLife.reopen(people.hannah, closed);
    await workOrderLife.close(people.hannah, open, SAID);
    expect(await noticesOf(order)).toEqual([
      'document.closed head',
      'document.closed head',
      'document.closed purchasing',
      'document.closed purchasing',
      'document.reopened head',
      'document.reopened purchasing',
    ]);
  });

  test('refused, it is told to nobody', async () => {
    const order = await approvedOrder(people);
    expect((await refusal(workOrderLife.void(people.priya, order, {}))).status).toBe(422);
    expect(await noticesOf(order)).toEqual([]);
  });
});
