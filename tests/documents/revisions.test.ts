import { beforeAll, describe, expect, test } from 'vitest';
import { activityOf } from '#lib/activity/activity.server.ts';
import { approvalKind } from '#lib/approvals/kinds.server.ts';
import { differencesOf } from '#lib/approvals/differences.server.ts';
import { chainOf } from '#lib/approvals/chain.server.ts';
import { actsOn } from '#lib/documents/acts.server.ts';
import { document } from '#lib/documents/document.ts';
import { linesOf } from '#lib/documents/lines.server.ts';
import { revisionsOf } from '#lib/documents/revisions/revisions.server.ts';
import { describeEntry as described } from '#lib/on-records/history/describe.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { refusal } from '#tests/support/refusal.ts';
import { workOrder, workOrderLines, type WorkOrder } from './support/work-order.ts';
import { approvedOrder, workGarden, workLine, type WorkGarden } from './support/work-company.ts';
import { workOrderLife, workOrders } from './support/work-orders.server.ts';

// Hannah has ordered work which Daniel approved; it is under way when something changes. Priya manages purchasing.
let people: WorkGarden;
const words = { t: translatorFor('en'), language: 'en' as const };

beforeAll(async () => {
  people = await workGarden();
});

const act = (name: string, actor: Actor, order: WorkOrder, input: object = {}) =>
  workOrderLife.operation(name)(actor, order, input) as Promise<WorkOrder>;
const standing = (id: string) => linesOf(workOrderLines, id);
const stored = (id: string) =>
  db.selectFrom('workOrders').selectAll().where('id', '=', id).executeTakeFirstOrThrow() as Promise<WorkOrder>;
const newest = async (id: string) => (await revisionsOf('PO', id))[0]!;
const twoLines = () => approvedOrder(people, {}, [workLine('Set the plaques'), workLine('Clean the steps')]);
const amended = (order: WorkOrder, reason = 'The family wants more plaques') =>
  act('amend', people.hannah, order, { reason });

/** The order with a draft that doubles its first line. */
async function doubled() {
  const order = await twoLines();
  const [first, second] = await standing(order.id);
  const begun = await amended(order);
  const lines = [{ ...first!, quantity: 4 }, second!];
  return { order, first: first!, second: second!, draft: await act('changeRevision', people.hannah, begun, { lines }) };
}
const waiting = async () => {
  const begun = await doubled();
  return { ...begun, sent: await act('sendRevision', people.hannah, begun.draft) };
};

describe('beginning a revision', () => {
  test('asks for a reason, leaves the order in force as it is, and one is open at a time', async () => {
    const order = await twoLines();
    expect((await refusal(act('amend', people.hannah, order))).errors).toEqual([
      { path: 'reason', code: 'reason-needed' },
    ]);
    const begun = await amended(order);
    expect(begun).toMatchObject({
      status: 'approved',
      number: order.number,
      revision: 1,
      grossCents: order.grossCents,
    });
    expect(await newest(order.id)).toMatchObject({ revision: 2, status: 'draft', createdByName: 'Hannah Lim' });
    expect((await refusal(amended(begun))).code).toBe('revision-open');
    expect((await actsOn(people.hannah, workOrder, order.id)).find((one) => one.act === 'amend')).toMatchObject({
      allowed: false,
      reason: 'revision-open',
    });
  });

  test('is for what is in force, and for whoever may change it', async () => {
    const order = await twoLines();
    expect((await refusal(act('amend', people.farid, order, { reason: 'Mine' }))).status).toBe(404);
    const draft = await act('copy', people.hannah, order);
    expect((await actsOn(people.hannah, workOrder, draft.id)).some((one) => one.act === 'amend')).toBe(false);
    expect((await refusal(amended(draft))).status).toBe(403);
  });

  test('by two people at the same moment: one of them begins it', async () => {
    const order = await twoLines();
    const outcomes = await Promise.allSettled([
      act('amend', people.hannah, order, { reason: 'More plaques' }),
      act('amend', people.priya, order, { reason: 'Another mason' }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await revisionsOf('PO', order.id)).toHaveLength(1);
  });

  test('a document that could be changed directly while it is in force cannot be declared', () => {
    const open = { ...workOrder, editable: { approved: ['mason'] } };
    expect(() => document('open-work-order', open as never)).toThrow('cannot be changed there directly');
  });
});

describe('the draft of a revision', () => {
  test('takes the form and its rules, and changes nothing that is in force', async () => {
    const { order, first, draft } = await doubled();
    expect((await standing(order.id))[0]).toEqual(first);
    expect(draft.netCents).toBe(order.netCents);
    expect(await newest(order.id)).toMatchObject({ deltaNetCents: 9_000, amountCents: order.grossCents + 9_810 });
    const wrong = await refusal(act('changeRevision', people.hannah, draft, { title: '', lines: [workLine('')] }));
    expect(wrong.errors.map(({ path }) => path)).toEqual(['title', 'lines.0.description']);
    const [strange] = await standing((await twoLines()).id);
    const foreign = await refusal(act('changeRevision', people.hannah, draft, { lines: [strange!] }));
    expect(foreign.errors).toMatchObject([{ path: 'lines.0.id', code: 'not-a-choice' }]);
  });

  test('never goes below what is done', async () => {
    const { order, first, second, draft } = await doubled();
    await db
      .updateTable('workOrderLines' as never)
      .set({ doneQuantity: 3 } as never)
      .where('id' as never, '=', first.id as never)
      .execute();
    const less = { lines: [{ ...first, quantity: 2.5 }, second] };
    expect((await refusal(act('changeRevision', people.hannah, draft, less))).status).toBe(422);
    const enough = { lines: [{ ...first, quantity: 3 }, second] };
    await act('changeRevision', people.hannah, draft, enough);
    expect((await newest(order.id)).deltaNetCents).toBe(4_500);
  });

  test('is not sent without a difference, and dropped it leaves everything as it was', async () => {
    const begun = await amended(await twoLines());
    expect((await refusal(act('sendRevision', people.hannah, begun))).code).toBe('nothing-changed');
    const dropped = await act('dropRevision', people.hannah, begun);
    expect(dropped).toMatchObject({ status: 'approved', revision: 1 });
    expect(await newest(begun.id)).toMatchObject({ status: 'dropped', endedByName: 'Hannah Lim' });
    expect(await amended(dropped)).toMatchObject({ revision: 1 });
  });
});

describe('deciding on a revision', () => {
  test('is deciding on the difference: the new total, what changes, and by how much', async () => {
    const { order, sent } = await waiting();
    expect(await stored(order.id)).toMatchObject({ status: 'approved', grossCents: order.grossCents });
    const { approve } = Object.fromEntries(
      (await actsOn(people.daniel, workOrder, order.id)).map((one) => [one.act, one.allowed]),
    );
    expect(approve).toBe(true);
    const { since, changes } = (await differencesOf('PO', order.id, words))!;
    expect(since).toBe('in-force');
    expect(changes).toEqual([
      { label: expect.any(String), before: '180.00', after: '270.00' },
      { label: expect.any(String), before: '16.20', after: '24.30' },
      {
        label: 'Set the plaques',
        before: expect.stringContaining('2 Unit(s)'),
        after: expect.stringContaining('4 Unit(s)'),
      },
    ]);
    const preview = await approvalKind('PO').preview(people.daniel, order.id, words);
    expect(preview.figures[0]).toMatchObject({ value: '294.30', note: expect.stringContaining('+90.00') });
    const { netCents } = await db
      .selectFrom('approvalInstances')
      .select('netCents')
      .where('docId', '=', sent.id)
      .where('status', '=', 'running')
      .executeTakeFirstOrThrow();
    expect(netCents).toBe(27_000);
  });

  test('with the last yes it comes into force: number and ids stay, the revision rises, the log tells it', async () => {
    const { order, first, second, sent } = await waiting();
    const issued = await act('approve', people.daniel, sent);
    expect(issued).toMatchObject({
      status: 'approved',
      number: order.number,
      revision: 2,
      netCents: order.netCents + 9_000,
    });
    const lines = await standing(order.id);
    expect(lines.map(({ id, quantity }) => [id, quantity])).toEqual([
      [first.id, 4],
      [second.id, 2],
    ]);
    expect(await newest(order.id)).toMatchObject({ status: 'issued', endedByName: 'Daniel Koh' });
    expect((await chainOf('PO', order.id))!.status).toBe('approved');
    const entries = await described(await activityOf(order.id), words);
    expect(entries.slice(0, 5).map(({ sentence }) => sentence)).toEqual([
      'issued revision 2',
      'approved step 1 of 1 of revision 2',
      'sent revision 2',
      'changed revision 2',
      'began revision 2',
    ]);
    const told = await db.selectFrom('notifications').selectAll().where('entityId', '=', order.id).execute();
    expect(
      told.filter(({ userId, event }) => userId === people.hannah.id && event === 'approval.approved'),
    ).toHaveLength(2);
  });

  test('a return gives the draft back, a no drops it, and the order stays in force as it was', async () => {
    const { order, sent } = await waiting();
    const back = await act('return', people.daniel, sent, { comment: 'Three will do' });
    expect(back).toMatchObject({ status: 'approved', revision: 1, netCents: order.netCents });
    expect((await newest(order.id)).status).toBe('draft');
    const again = await act('sendRevision', people.hannah, back);
    const rejected = await act('reject', people.daniel, again, { comment: 'No more' });
    expect(rejected).toMatchObject({ status: 'approved', revision: 1, netCents: order.netCents });
    expect((await newest(order.id)).status).toBe('dropped');
  });

  test('nobody decides twice, nor on a revision of their own', async () => {
    const { sent } = await waiting();
    expect((await refusal(act('approve', people.hannah, sent))).status).toBe(409);
    const outcomes = await Promise.allSettled([
      act('approve', people.daniel, sent),
      act('withdrawRevision', people.hannah, sent),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { status } = await newest(sent.id);
    expect((await stored(sent.id)).revision).toBe(status === 'issued' ? 2 : 1);
  });

  test('what needs no approval is issued when it is sent', async () => {
    const order = await twoLines();
    const begun = await amended(order, 'A clearer title');
    const changed = await act('changeRevision', people.hannah, begun, { title: 'Plaques and steps' });
    const issued = await act('sendRevision', people.hannah, changed);
    expect(issued).toMatchObject({ title: 'Plaques and steps', revision: 2, number: order.number });
    expect((await chainOf('PO', order.id))!.status).toBe('approved');
    expect((await newest(order.id)).status).toBe('issued');
    expect(await standing(order.id)).toHaveLength(2);
  });

  test('cancelled, the order takes its open revision with it', async () => {
    const { sent } = await waiting();
    await workOrderLife.cancel(people.priya, sent, { reason: 'The family withdrew' });
    expect((await newest(sent.id)).status).toBe('dropped');
    expect((await chainOf('PO', sent.id))!.status).toBe('withdrawn');
    expect(await workOrders.reaches(people.hannah, sent.id)).toBe(true);
  });
});
