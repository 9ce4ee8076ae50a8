import { beforeAll, describe, expect, test } from 'vitest';
import { activityOf } from '#lib/activity/activity.server.ts';
import { actorNamed } from '#db/seed/builders.ts';
import { approvalKind } from '#lib/approvals/kinds.server.ts';
import { differencesOf } from '#lib/approvals/differences.server.ts';
import { createDelegation, endDelegation } from '#lib/approvals/delegation/delegation.server.ts';
import { chainOf, type Chain } from '#lib/approvals/approval-chain.server.ts';
import { actsOn } from '#lib/documents/acts.server.ts';
import { document } from '#lib/documents/document.ts';
import { linesOf } from '#lib/documents/lines/lines.server.ts';
import { documentFormPage, type OpenForm } from '#lib/documents/form/page.server.ts';
import { readDocument } from '#lib/documents/reading.server.ts';
import { revisionForecast } from '#lib/documents/revisions/revision-forecast.server.ts';
import { revisionForm } from '#lib/documents/revisions/revision-form.server.ts';
import { revisionsOf } from '#lib/documents/revisions/revisions.server.ts';
import { showPage, type ShowPage } from '#lib/documents/show-page.server.ts';
import { describeEntry as described } from '#lib/on-records/history/describe.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { policyOf } from '#tests/support/policies.ts';
import { pageOf } from '#tests/support/posted-page.ts';
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

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
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
      'started revision 2',
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

  test('of two approvers at the same moment one issues it and the other reads who', async () => {
    const omar = await actorNamed('duty');
    const asked = [people.daniel, omar];
    const limits = asked.map(({ id }) => ({
      departmentId: people.hannah.mainDepartmentId,
      userId: id,
      limitCents: 1e8,
    }));
    await db
      .insertInto('departmentApprovers')
      .values(limits as never)
      .execute();
    await policyOf({
      name: 'Either',
      docType: 'PO',
      priority: 20,
      minCents: 5e6,
      steps: [{ rule: 'department-approver' }],
    });
    for (const decision of ['approve', 'reject']) {
      const order = await twoLines();
      const [first, second] = await standing(order.id);
      const dear = { lines: [{ ...first!, unitPriceE4: 4e8 }, second!] };
      const changed = await act('changeRevision', people.hannah, await amended(order), dear);
      const sent = await act('sendRevision', people.hannah, changed);
      const outcomes = await Promise.allSettled(
        asked.map((actor) => act(decision, actor, sent, { comment: 'Decided' })),
      );
      const won = outcomes.findIndex(({ status }) => status === 'fulfilled');
      expect((outcomes[1 - won] as PromiseRejectedResult).reason).toMatchObject({
        status: 409,
        code: 'decided-meanwhile',
        details: { params: { name: asked[won]!.fullName } },
      });
      expect(await newest(order.id)).toMatchObject({
        status: decision === 'approve' ? 'issued' : 'dropped',
        endedByName: asked[won]!.fullName,
      });
    }
  });

  test('by a delegate, the log says for whom it was approved and issued', async () => {
    const { draft } = await doubled();
    const leave = { fromAt: inDays(0), toAt: inDays(7), docTypes: [], maxCents: null, reason: 'Annual leave' };
    const delegation = await createDelegation(people.daniel, { ...leave, toUserId: people.priya.id });
    const sent = await act('sendRevision', people.hannah, draft);
    await act('approve', people.priya, sent);
    await endDelegation(people.daniel, delegation.id);
    const entries = (await activityOf(sent.id)).slice(0, 2);
    expect(entries.map(({ eventCode, onBehalfOf }) => [eventCode, onBehalfOf])).toEqual([
      ['work-order.revision-issued', people.daniel.id],
      ['work-order.revision-approved', people.daniel.id],
    ]);
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

describe('the form of a revision', () => {
  const ordered = (order: WorkOrder) => ({
    life: workOrderLife,
    rules: {},
    record: order as never,
    create: () => Promise.reject(new Error('a revision is never a new order')),
    update: () => Promise.reject(new Error('the order itself is not written')),
  });
  async function formOf(order: WorkOrder, fields?: Record<string, string>) {
    const { lines, allowedActions } = await readDocument(people.hannah, workOrderLife, order.id);
    const record = { ...order, lines, allowedActions };
    const form = await revisionForm<WorkOrder>({ ...ordered(order), record } as never, workOrderLife);
    const page = pageOf(`/work-orders/${order.id}/revision`, { actor: people.hannah, ...(fields && { fields }) });
    return { page, view: await documentFormPage<WorkOrder>(page, form) };
  }
  const propsOf = async (order: WorkOrder) => ((await formOf(order)).view as OpenForm).props;
  const forecast = (order: WorkOrder, input: Record<string, unknown> = {}, actor = people.hannah) =>
    revisionForecast(workOrderLife, actor, order.id, input);
  const peopleIn = (chain: { steps: { people: { fullName: string }[] }[] } | null) =>
    chain!.steps.map((step) => step.people.map(({ fullName }) => fullName));

  test('says who will be asked about the new total, and they are asked', async () => {
    const { order, draft } = await doubled();
    const { expected, asks, revision } = await propsOf(draft);
    expect([revision, asks]).toEqual(['revision', `/work-orders/${order.id}/revision-forecast`]);
    expect(expected).toMatchObject({ status: 'expected' });
    const foretold = peopleIn(expected as Chain);
    await act('sendRevision', people.hannah, draft);
    expect(peopleIn(await chainOf('PO', order.id))).toEqual(foretold);
    expect((await refusal(forecast(order))).status).toBe(404);
  });

  test('counts the order once: its tier is that of the new total alone', async () => {
    const order = await twoLines();
    const begun = await amended(order);
    const [first, second] = await standing(order.id);
    await policyOf({
      name: 'Large orders',
      docType: 'PO',
      minCents: 100_000,
      priority: 10,
      steps: [{ rule: 'user', param: people.priya.id }],
    });
    const policyAt = async (cents: number) => {
      const lines = [{ ...first!, quantity: 1, unitPriceE4: (cents - second!.netCents) * 100 }, second!];
      return ((await forecast(begun, { lines })) as Chain).policy.name;
    };
    expect(await policyAt(100_000)).toBe('Work orders');
    expect(await policyAt(100_001)).toBe('Large orders');
  });

  test('says where no approval is needed, and that it is in force then; nothing is said of no change', async () => {
    const begun = await amended(await twoLines(), 'A clearer title');
    expect(await forecast(begun)).toBeNull();
    expect(await forecast(begun, { title: 'Plaques and steps' })).toEqual({ status: 'not-needed' });
    expect(await forecast(begun, { mason: 'Another mason' })).toMatchObject({ status: 'expected' });
    expect((await refusal(forecast(begun, {}, people.farid))).status).toBe(404);
    const [first, second] = await standing(begun.id);
    const typed = Object.fromEntries(
      [first!, second!].flatMap((line, no) =>
        ['id', 'description', 'quantity', 'unit', 'gstCode'].map((name) => [
          `lines.${no}.${name}`,
          String(line[name as keyof typeof line]),
        ]),
      ),
    );
    const prices = { 'lines.0.unitPriceE4': '45.00', 'lines.1.unitPriceE4': '45.00' };
    const entries = { title: 'Plaques and steps', mason: 'Fu Cheng Stone', version: String(begun.version) };
    const owner = { requesterId: begun.requesterId, departmentId: begun.departmentId };
    const sent = Object.fromEntries(new URLSearchParams('then=send'));
    const { page, view } = await formOf(begun, { ...typed, ...prices, ...entries, ...owner, ...sent });
    expect((view as OpenForm).form?.errors ?? []).toEqual([]);
    expect(view.done?.status).toBe(303);
    expect(page.flashes[0]!.text).toContain('in force');
    expect(await stored(begun.id)).toMatchObject({ title: 'Plaques and steps', revision: 2 });
  });
});

describe('the route beside the document', () => {
  const shown = (id: string) =>
    showPage(pageOf(`/work-orders/${id}/show`, { actor: people.hannah }) as never, workOrderLife, id);
  const routeOf = async (id: string) => ((await shown(id)) as ShowPage<typeof workOrder>).chain;

  test('is that of the revision while it waits, and of the order in force once it is rejected or dropped', async () => {
    const { order, sent } = await waiting();
    expect((await routeOf(order.id))!.status).toBe('running');
    const rejected = await act('reject', people.daniel, sent, { comment: 'No more' });
    expect((await chainOf('PO', order.id))!.status).toBe('rejected');
    expect((await routeOf(order.id))!.status).toBe('approved');
    const again = await amended(rejected);
    const changed = await act('changeRevision', people.hannah, again, { mason: 'Another mason' });
    const waits = await act('sendRevision', people.hannah, changed);
    expect((await routeOf(order.id))!.status).toBe('running');
    await act('dropRevision', people.hannah, waits);
    expect((await routeOf(order.id))!.status).toBe('approved');
  });
});
