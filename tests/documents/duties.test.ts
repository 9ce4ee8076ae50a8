import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { actorNamed } from '#db/seed/builders.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { reportRelaxedDuties } from '#lib/administration/relaxed-duties/report-job.server.ts';
import { relaxedCases } from '#lib/administration/relaxed-duties/relaxed-duties.server.ts';
import { relaxedFile } from '#lib/administration/relaxed-duties/relaxed-file.server.ts';
import { monthOf } from '#lib/administration/relaxed-duties/month.ts';
import type { Apart } from '#lib/approvals/policy/policy-choice.ts';
import { chainOf } from '#lib/approvals/approval-chain.server.ts';
import { actsOn } from '#lib/documents/acts.server.ts';
import { documentFormPage } from '#lib/documents/form/page.server.ts';
import { describeEntry as described } from '#lib/on-records/history/describe.server.ts';
import { saveRolePermissions } from '#lib/directory/role/permissions.server.ts';
import { roles } from '#lib/directory/role/role.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { choice } from '#lib/values/fields.ts';
import { DUTY_STATES, type DutyPair } from '#lib/values/duties.ts';
import { today } from '#lib/values/time.ts';
import type { Actor } from '#lib/values/actor.ts';
import { changeSetting, settingId } from '#lib/settings/business-settings-changes.server.ts';
import { settingNamed } from '#lib/settings/business-settings-reading.server.ts';
import { declaredSettings, type SettingName } from '#lib/process/settings/business-settings.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { asOwner } from '#tests/support/database.ts';
import { pageOf } from '#tests/support/posted-page.ts';
import { refusal } from '#tests/support/refusal.ts';
import { workOrder } from './support/work-order.ts';
import { approvedOrder, createWorkOrder, sentOrder, workGarden, type WorkGarden } from './support/work-company.ts';
import { workOrderLife, workOrders } from './support/work-orders.server.ts';

// Hannah orders work, Daniel heads her department, Priya manages purchasing, Siti administers, Helen audits.
let people: WorkGarden;
let siti: Actor;
let helen: Actor;
/** A pair that only these tests have: whoever approved an order does not cancel it, nor does who made it. */
const PAIR = 'test-canceller' as DutyPair;
const SETTING = `duties.${PAIR}` as SettingName;
const month = monthOf(today());
const reader = { t: translatorFor('en'), language: 'en' as const };

beforeAll(async () => {
  Object.assign(declaredSettings, { [SETTING]: { field: choice(DUTY_STATES), first: 'kept-apart' } });
  workOrder.acts['cancel']!.apartFrom = { [PAIR]: ['approve', 'creator'] } as never;
  people = await workGarden();
  [siti, helen] = await Promise.all([actorNamed('admin'), actorNamed('auditor')]);
});
beforeEach(() =>
  asOwner(
    process.env.DATABASE_OWNER_URL!,
    'alter table settings disable trigger user; delete from settings; alter table settings enable trigger user',
  ),
);
afterEach(() => vi.useRealTimers());

async function relax(name: SettingName, reason = 'We are two people this week.', value = 'relaxed') {
  const { version } = await settingNamed(name);
  return changeSetting(siti, name, { id: settingId(name), version }, { value, startsOn: null, reason });
}
const acts = async (actor: Actor, id: string) =>
  new Map((await actsOn(actor, workOrder, id)).map((one) => [one.act, one]));
const newestEntry = async (id: string) => (await activityOf(id))[0]!;

describe('two acts of a document', () => {
  test('are not done by one person: the answer names who did what before, and so does the refusal', async () => {
    const order = await approvedOrder(people);
    const answer = (await acts(people.hannah, order.id)).get('cancel');
    expect(answer).toMatchObject({
      allowed: false,
      reason: 'separation-of-duties',
      params: { name: 'Hannah Lim', did: 'documents.did.creator', at: order.createdAt },
    });
    const refused = await refusal(workOrderLife.cancel(people.hannah, order, { reason: 'Too dear' }));
    expect(refused).toMatchObject({ code: 'separation-of-duties', status: 409 });
    expect(reader.t('refusals.separation-of-duties', refused.details.params)).toMatch(
      /^Hannah Lim created this \(\d\d\/\d\d\/\d{4} .*\)\. Someone else must do this\.$/,
    );
    expect(await workOrderLife.cancel(people.priya, order, { reason: 'Too dear' })).toMatchObject({
      status: 'cancelled',
    });
    expect((await newestEntry(order.id)).params).not.toHaveProperty('relaxed');
  });

  test('the state says no before the duty does, and no duty stands in the way of other acts', async () => {
    const order = await sentOrder(people);
    const rejected = await workOrderLife.reject(people.daniel, order, { comment: 'Too dear' });
    expect((await acts(people.hannah, rejected.id)).get('cancel')).toMatchObject({ reason: 'state-changed' });
    const other = await sentOrder(people);
    expect((await acts(people.hannah, other.id)).get('withdraw')).toMatchObject({ allowed: true, reason: null });
    expect(await workOrderLife.withdraw(people.hannah, other)).toMatchObject({ status: 'draft' });
  });

  test('whoever approved does not do the other either, and one who has only looked may', async () => {
    const order = await createWorkOrder(people.hannah);
    const sent = await workOrderLife.submit(people.hannah, order);
    const before = await acts(people.priya, sent.id);
    expect(before.get('cancel')).toMatchObject({ allowed: true });
    const approved = await workOrderLife.approve(people.daniel, sent);
    const daniel = await actsOn(people.daniel, workOrder, approved.id);
    expect(daniel.find(({ act }) => act === 'cancel')).toBeUndefined();
    expect((await acts(people.priya, approved.id)).get('cancel')).toMatchObject({ allowed: true });
  });

  test('relaxed with a reason, one person does both, and the entry says so', async () => {
    const order = await approvedOrder(people);
    await relax(SETTING, 'The office is closed.');
    expect((await acts(people.hannah, order.id)).get('cancel')).toMatchObject({ allowed: true, reason: null });
    await workOrderLife.cancel(people.hannah, order, { reason: 'Too dear' });
    const entry = await newestEntry(order.id);
    expect(entry.params).toEqual({
      reason: 'Too dear',
      relaxed: [
        {
          pair: PAIR,
          act: 'cancel',
          did: 'creator',
          at: order.createdAt,
          personId: people.hannah.id,
          name: 'Hannah Lim',
          reason: 'The office is closed.',
        },
      ],
    });
    const [told] = await described([entry], reader);
    expect(told!.sentence).toBe('cancelled it, with relaxed separation of duties');
  });

  test('kept apart again, it is refused again', async () => {
    const order = await approvedOrder(people);
    await relax(SETTING);
    await relax(SETTING, 'Everybody is back.', 'kept-apart');
    expect((await refusal(workOrderLife.cancel(people.hannah, order, { reason: 'No' }))).code).toBe(
      'separation-of-duties',
    );
  });

  test('at the same moment: Hannah sends what she also cancels, and only one of both happens', async () => {
    const order = await createWorkOrder(people.priya);
    workOrder.acts['cancel']!.apartFrom = { [PAIR]: ['submit'] } as never;
    const outcomes = await Promise.allSettled([
      workOrderLife.submit(people.priya, order),
      workOrderLife.cancel(people.priya, order, { reason: 'No need' }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { version, status } = await db
      .selectFrom('workOrders')
      .select(['version', 'status'])
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    const seen = { id: order.id, version };
    const late = await refusal(workOrderLife.cancel(people.priya, seen, { reason: 'No need' }));
    expect(late.code).toBe(status === 'cancelled' ? 'state-changed' : 'separation-of-duties');
    workOrder.acts['cancel']!.apartFrom = { [PAIR]: ['approve', 'creator'] } as never;
  });
});

describe('requester and approver', () => {
  const asked = async (id: string) =>
    (await chainOf('PO', id))!.steps.flatMap(({ people: inStep }) => inStep.map(({ fullName }) => fullName));

  test('are two people: the head who orders is passed over', async () => {
    const order = await workOrderLife.submit(people.daniel, await createWorkOrder(people.daniel));
    expect(await asked(order.id)).not.toContain('Daniel Koh');
    expect((await acts(people.daniel, order.id)).has('approve')).toBe(false);
  });

  test('relaxed, the head is asked about the own order, decides, and the decision is marked once', async () => {
    await relax('duties.requester-approver', 'Nobody else is left in Operations.');
    const order = await workOrderLife.submit(people.daniel, await createWorkOrder(people.daniel));
    expect(await asked(order.id)).toEqual(['Daniel Koh']);
    expect((await acts(people.daniel, order.id)).get('approve')).toMatchObject({ allowed: true });
    expect(await workOrderLife.approve(people.daniel, order)).toMatchObject({ status: 'approved' });
    const marked = (await activityOf(order.id)).filter(({ params }) => 'relaxed' in params);
    expect(marked.map(({ eventCode }) => eventCode)).toEqual(['work-order.approve-step']);
    expect(marked[0]!.params['relaxed']).toMatchObject([
      { pair: 'requester-approver', act: 'approve', name: 'Daniel Koh', reason: 'Nobody else is left in Operations.' },
    ]);
  });

  test('kept apart again before the decision, it is refused, and another decision goes through unmarked', async () => {
    await relax('duties.requester-approver');
    const order = await workOrderLife.submit(people.daniel, await createWorkOrder(people.daniel));
    await relax('duties.requester-approver', 'Everybody is back.', 'kept-apart');
    expect((await refusal(workOrderLife.approve(people.daniel, order))).code).toBe('own-request');
    const other = await workOrderLife.approve(people.daniel, await sentOrder(people));
    expect((await activityOf(other.id)).some(({ params }) => 'relaxed' in params)).toBe(false);
  });

  test('whoever sent an earlier revision is not asked about a later one', async () => {
    const draft = await createWorkOrder(people.hannah);
    const sent = await workOrderLife.submit(people.priya, draft);
    const back = await workOrderLife.return(people.daniel, sent, { comment: 'Who is the mason?' });
    const again = await workOrderLife.submit(people.hannah, back);
    expect(await apartOfRunning(again.id)).toEqual([
      { userId: people.hannah.id, pair: 'requester-approver', did: 'creator' },
      { userId: people.priya.id, pair: 'requester-approver', did: 'submit' },
    ]);
  });

  test('whoever wrote what is sent is not asked about it: who made it, and who changed it', async () => {
    const draft = await createWorkOrder(people.hannah);
    const touched = await workOrders.update(people.hannah, draft, { title: 'Honed steps' });
    const last = await workOrders.update(people.priya, touched, { title: 'Honed steps, nine' });
    const sent = await workOrderLife.submit(people.hannah, last);
    const writers = (await apartOfRunning(sent.id)).map(({ userId, did }) => `${did} ${userId}`);
    expect(writers.sort()).toEqual(
      [`creator ${people.hannah.id}`, `author ${people.hannah.id}`, `author ${people.priya.id}`].sort(),
    );
    const back = await workOrderLife.return(people.daniel, sent, { comment: 'Nine or ten?' });
    const again = await workOrderLife.submit(people.hannah, back);
    expect(new Set((await apartOfRunning(again.id)).map(({ did }) => did))).toEqual(
      new Set(['author', 'creator', 'submit']),
    );
  });

  /** Daniel, whose rights let him change every order too. */
  const editing = (): Actor => ({ ...people.daniel, ability: people.priya.ability });

  test('whoever set the price does not approve it, although others saved, sent, withdrew and sent it again', async () => {
    const draft = await createWorkOrder(people.hannah);
    const priced = await workOrders.update(editing(), draft, { mason: 'Ong and Sons' });
    const last = await workOrders.update(people.hannah, priced, { title: 'Honed steps' });
    const sent = await workOrderLife.submit(people.hannah, last);
    expect(await asked(sent.id)).not.toContain('Daniel Koh');
    expect((await refusal(workOrderLife.approve(people.daniel, sent))).code).toBe('not-waiting-for-you');
    const again = await workOrderLife.submit(people.hannah, await workOrderLife.withdraw(people.hannah, sent));
    expect(await asked(again.id)).not.toContain('Daniel Koh');
  });

  test('an editor who has only read the draft is asked, and so is one of another order', async () => {
    await workOrders.update(editing(), await createWorkOrder(people.hannah), { mason: 'Ong and Sons' });
    const draft = await createWorkOrder(people.hannah);
    await workOrders.get(editing(), draft.id);
    const changed = await workOrders.update(people.hannah, draft, { title: 'Honed steps' });
    const sent = await workOrderLife.submit(people.hannah, changed);
    expect(await asked(sent.id)).toEqual(['Daniel Koh']);
    expect(await workOrderLife.approve(people.daniel, sent)).toMatchObject({ status: 'approved' });
  });

  test('whoever wrote a revision that another sends does not approve it, and approves the next', async () => {
    const order = await approvedOrder(people);
    const act = (name: string, actor: Actor, seen: typeof order, input: object = {}) =>
      workOrderLife.operation(name)(actor, seen, input) as Promise<typeof order>;
    const begun = await act('amend', people.hannah, order, { reason: 'Another mason' });
    const written = await act('changeRevision', editing(), begun, { mason: 'Ong and Sons' });
    const sent = await act('sendRevision', people.hannah, written);
    expect(await asked(sent.id)).not.toContain('Daniel Koh');
    const dropped = await act('dropRevision', people.hannah, sent);
    const next = await act('amend', people.hannah, dropped, { reason: 'A third mason' });
    const own = await act('changeRevision', people.hannah, next, { mason: 'Tan Stone' });
    await act('sendRevision', people.hannah, own);
    expect(await asked(sent.id)).toEqual(['Daniel Koh']);
  });
});

async function apartOfRunning(docId: string): Promise<Apart[]> {
  const { apart } = await db
    .selectFrom('approvalInstances')
    .select('apart')
    .where('docId', '=', docId)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  return apart as Apart[];
}

describe('the form of a document', () => {
  test('says in whole words who has done what it is kept apart from, where it cannot be changed for that', async () => {
    const order = await createWorkOrder(people.hannah);
    workOrder.acts['edit']!.apartFrom = { [PAIR]: ['creator'] } as never;
    try {
      const opened = { life: workOrderLife, rules: {}, record: order as never };
      const writes = { create: async () => order, update: async () => order };
      const page = pageOf(`/work-orders/${order.id}/edit`, { actor: people.hannah });
      const { done } = await documentFormPage(page, { ...opened, ...writes });
      expect(done!.headers.get('location')).toBe(`${workOrder.path}/${order.id}/show`);
      expect(page.flashes[0]!.text).toMatch(/^Hannah Lim .+ \(\d\d\/\d\d\/\d{4} .+\)\. Someone else must do this\.$/);
    } finally {
      delete workOrder.acts['edit']!.apartFrom;
    }
  });
});

describe('one’s own role', () => {
  /** The role by which Siti administers. */
  const ownRole = async () => {
    const { roleId: id } = await db
      .selectFrom('userRoles as h')
      .innerJoin('rolePermissions as p', 'p.roleId', 'h.roleId')
      .select('h.roleId')
      .where('h.userId', '=', siti.id)
      .where('p.subject', '=', 'Role')
      .where('p.action', '=', 'update')
      .executeTakeFirstOrThrow();
    return { id, version: (await roles.get(siti, id)).version };
  };

  /** What the role allows but one thing that has nothing to do with administering. */
  const withoutOne = async (id: string) => {
    const held = await db
      .selectFrom('rolePermissions')
      .select(['subject', 'action', 'condition'])
      .where('roleId', '=', id)
      .execute();
    const gone = held.find(({ subject }) => !['Role', 'User'].includes(subject));
    return { permissions: held.filter((one) => one !== gone), reason: 'Not needed here.' };
  };
  const mark = async (id: string) => (await newestEntry(id)).params['relaxed'];

  test('is changed by whoever alone administers, by somebody else, or under a relaxed rule, with its mark', async () => {
    const proved = { ...siti, hasProvedIdentity: true };
    const alone = await ownRole();
    await saveRolePermissions(proved, alone, await withoutOne(alone.id));
    expect(await mark(alone.id)).toMatchObject([{ pair: 'own-role', name: siti.fullName, reason: null }]);
    await db.insertInto('userRoles').values({ userId: helen.id, roleId: alone.id }).execute();
    const input = await withoutOne(alone.id);
    expect((await refusal(saveRolePermissions(proved, await ownRole(), input))).code).toBe('own-role');
    await relax('duties.own-role', 'The second administrator is on leave.');
    await saveRolePermissions(proved, await ownRole(), input);
    expect(await mark(alone.id)).toMatchObject([
      { pair: 'own-role', did: 'holder', name: siti.fullName, reason: 'The second administrator is on leave.' },
    ]);
    await db.deleteFrom('userRoles').where('userId', '=', helen.id).where('roleId', '=', alone.id).execute();
  });
});

describe('the report', () => {
  test('lists every relaxed case of a month with both acts, and no other', async () => {
    await relax(SETTING, 'The office is closed.');
    const order = await approvedOrder(people);
    await workOrderLife.cancel(people.hannah, order, { reason: 'Too dear' });
    const { items, total } = await relaxedCases(helen, { month, page: 1, perPage: 100 });
    expect(total).toBe(items.length);
    expect(items.every(({ duty }) => duty.name !== '')).toBe(true);
    expect(items[0]).toMatchObject({
      eventCode: 'work-order.cancel',
      entityId: order.id,
      entityNumber: order.number,
      duty: { did: 'creator', name: 'Hannah Lim', reason: 'The office is closed.' },
    });
    expect((await relaxedCases(helen, { month: '2024-02', page: 1, perPage: 100 })).total).toBe(0);
    expect((await refusal(relaxedCases(people.hannah, { month, page: 1, perPage: 10 }))).status).toBe(403);
  });

  test('is a file for whoever may export the log', async () => {
    const file = await relaxedFile(helen, new URLSearchParams({ month, format: 'csv' }), reader);
    expect(await file.text()).toContain('The office is closed.');
    expect((await refusal(relaxedFile(people.hannah, new URLSearchParams({ month }), reader))).status).toBe(403);
  });

  test('tells every reader of the log once how many cases there were, and nobody of a month without', async () => {
    const told = () =>
      db.selectFrom('notifications').selectAll().where('event', '=', 'duties.relaxed-report').execute();
    expect(await reportRelaxedDuties('2024-02')).toEqual({ cases: 0, readers: 0 });
    expect(await told()).toEqual([]);
    const { total } = await relaxedCases(helen, { month, page: 1, perPage: 10 });
    const { cases, readers } = await reportRelaxedDuties(month);
    expect(cases).toBe(total);
    await reportRelaxedDuties(month);
    const notices = await told();
    expect(notices).toHaveLength(readers);
    expect(notices.find(({ userId }) => userId === helen.id)).toMatchObject({
      link: `/directory/activity-log/relaxed-duties?month=${month}`,
      params: { count: total },
    });
    expect(notices.some(({ userId }) => userId === people.hannah.id)).toBe(false);
  });
});
