import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { settleDelegations } from '#lib/approvals/delegation/absence.server.ts';
import { chainOf } from '#lib/approvals/approval-chain.server.ts';
import { createDelegation } from '#lib/approvals/delegation/delegation.server.ts';
import { remindApprovers } from '#lib/approvals/reminders.server.ts';
import { addWorkingHours } from '#lib/values/working-hours.server.ts';
import '#lib/modules.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { runJob } from '#lib/administration/jobs/jobs.server.ts';
import { workingTime } from '#lib/settings/working-time.server.ts';
import { approvePurchaseRequest, submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import type { PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';

// Hannah asks; Daniel, her head, has 24 working hours and lets them pass. Above him is Kai Wen; Priya stands in once.
let company: Company;
let hannah: Actor;
let daniel: Actor;
let kaiWen: Actor;
let priya: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [hannah, daniel, kaiWen, priya] = (await Promise.all(
    ['requester', 'head', 'manager', 'purchasing'].map(actorNamed),
  )) as [Actor, Actor, Actor, Actor];
});

beforeEach(async () => {
  await sql`update approval_tasks set status = 'cancelled', decided_at = now() where status = 'pending'`.execute(db);
  await sql`update approval_delegations set status = 'ended', ended_reason = 'over', ended_at = now() where status = 'active'`.execute(
    db,
  );
});

const sent = async () => submitPurchaseRequest(hannah, await draftRequest(hannah, company, { netCents: 500_000 }));
const tasksOf = (request: PurchaseRequest) =>
  db.selectFrom('approvalTasks').selectAll().where('docId', '=', request.id).orderBy('openedAt').execute();
/** The instant when a share of the working hours of the first task is over. */
async function share(request: PurchaseRequest, times: number): Promise<string> {
  const [task] = await tasksOf(request);
  return addWorkingHours(task!.openedAt, 24 * times, await workingTime());
}
const minuteBefore = (instant: string) => new Date(Date.parse(instant) - 60_000).toISOString();
const notified = async (request: PurchaseRequest, actor: Actor) =>
  (
    await db
      .selectFrom('notifications')
      .select('event')
      .where('entityId', '=', request.id)
      .where('userId', '=', actor.id)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  ).map(({ event }) => event);
const asked = async (request: PurchaseRequest) =>
  (await chainOf('PR', request.id))!.steps.flatMap((step) =>
    step.people.map(({ fullName, status, note }) => [fullName.split(' ')[0], status, note]),
  );

describe('whoever is asked', () => {
  test('is reminded at half of the working hours, not a minute before, and once however often the job runs', async () => {
    const request = await sent();
    const half = await share(request, 0.5);
    expect(await remindApprovers(minuteBefore(half))).toEqual({ half: 0, due: 0, escalated: 0 });
    expect(await remindApprovers(half)).toEqual({ half: 1, due: 0, escalated: 0 });
    expect(await remindApprovers(half)).toEqual({ half: 0, due: 0, escalated: 0 });
    expect(await notified(request, daniel)).toEqual(['approval.task-opened', 'approval.reminder-half']);
  });

  test('is reminded when the time is over, by a mail in which the link decides', async () => {
    const request = await sent();
    await remindApprovers(await share(request, 0.5));
    expect(await remindApprovers(await share(request, 1))).toEqual({ half: 0, due: 1, escalated: 0 });
    const { rows } = await sql<{ subject: string; bodyText: string }>`
      select m.subject, b.body_text from mail_outbox m join mail_bodies b on b.mail_id = m.id where m.to_user_id = ${daniel.id} and m.subject like ${`%${request.number}%`} order by m.created_at, m.id`.execute(
      db,
    );
    expect(rows.map(({ subject }) => subject.replace(request.number!, 'PR'))).toEqual([
      'Purchase request PR waits for your decision',
      'Purchase request PR is still waiting for you',
      'Purchase request PR is overdue',
    ]);
    expect(new Set(rows.map(({ bodyText }) => /\/decide\/\S+/.exec(bodyText)![0])).size).toBe(3);
  });

  test('hears only of the last where the job did not run for days', async () => {
    const request = await sent();
    expect(await remindApprovers(await share(request, 1.5))).toEqual({ half: 0, due: 1, escalated: 0 });
    expect(await notified(request, daniel)).toEqual(['approval.task-opened', 'approval.reminder-due']);
  });

  test('hears nothing more once it is decided, and the bell is empty of it', async () => {
    const request = await sent();
    await remindApprovers(await share(request, 0.5));
    const due = await share(request, 1);
    await approvePurchaseRequest(daniel, request, {});
    expect(await remindApprovers(due)).toEqual({ half: 0, due: 0, escalated: 0 });
    const waiting = await db
      .selectFrom('notifications')
      .select('event')
      .where('entityId', '=', request.id)
      .where('userId', '=', daniel.id)
      .where('settledAt', 'is', null)
      .execute();
    expect(waiting).toEqual([]);
  });

  test('is sent once by two runs at the same moment', async () => {
    const request = await sent();
    const half = await share(request, 0.5);
    const runs = await Promise.all([remindApprovers(half), remindApprovers(half), remindApprovers(half)]);
    expect(runs.reduce((sum, { half: count }) => sum + count, 0)).toBe(1);
    expect(await notified(request, daniel)).toEqual(['approval.task-opened', 'approval.reminder-half']);
  });

  test('has the holidays off: half of the hours are over one day of work later', async () => {
    const request = await sent();
    const [task] = await tasksOf(request);
    const opened = '2026-12-24T01:00:00Z';
    const working = await workingTime();
    expect(working.holidays.has('2026-12-25')).toBe(true);
    await sql`update approval_tasks set opened_at = ${opened}, due_at = ${addWorkingHours(opened, 24, working)} where id = ${task!.id}`.execute(
      db,
    );
    expect(await remindApprovers(addWorkingHours(opened, 12, { ...working, holidays: new Set() }))).toEqual({
      half: 0,
      due: 0,
      escalated: 0,
    });
    expect(await remindApprovers(addWorkingHours(opened, 12, working))).toEqual({ half: 1, due: 0, escalated: 0 });
  });
});

describe('when twice the time is over', () => {
  test('the head above is asked too, once, and the history says so', async () => {
    const request = await sent();
    const twice = await share(request, 2);
    expect(await remindApprovers(minuteBefore(twice))).toMatchObject({ escalated: 0 });
    expect(await remindApprovers(twice)).toMatchObject({ escalated: 1 });
    expect(await remindApprovers(twice)).toEqual({ half: 0, due: 0, escalated: 0 });
    expect(await asked(request)).toEqual([
      ['Daniel', 'pending', null],
      ['Lim', 'pending', 'escalated'],
    ]);
    expect(await notified(request, kaiWen)).toEqual(['approval.task-escalated']);
    expect((await activityOf(request.id))[0]).toMatchObject({
      eventCode: 'approval.escalated',
      params: { to: kaiWen.fullName },
    });
  });

  test('whoever decides first decides for the place, and the other need not', async () => {
    const request = await sent();
    await remindApprovers(await share(request, 2));
    expect((await approvePurchaseRequest(kaiWen, request, {})).status).toBe('pending-budget');
    expect((await asked(request)).map(([name, status]) => [name, status])).toEqual([
      ['Daniel', 'cancelled'],
      ['Lim', 'approved'],
    ]);
  });

  test('a step that asks nobody later asks nobody', async () => {
    const request = await sent();
    await sql`update approval_instances set steps = (select jsonb_agg(s || '{"escalate": null}') from jsonb_array_elements(steps) s) where doc_id = ${request.id}`.execute(
      db,
    );
    expect(await remindApprovers(await share(request, 2))).toEqual({ half: 0, due: 1, escalated: 0 });
    expect(await asked(request)).toEqual([['Daniel', 'pending', null]]);
  });

  test('a named role is asked instead of the head', async () => {
    const request = await sent();
    await sql`update approval_instances set steps = (select jsonb_agg(s || '{"escalate": "role", "escalateParam": "PURCHASING-MANAGER"}') from jsonb_array_elements(steps) s) where doc_id = ${request.id}`.execute(
      db,
    );
    await remindApprovers(await share(request, 2));
    expect((await asked(request)).slice(1)).toEqual([['Priya', 'pending', 'escalated']]);
  });

  test('the head above who is away is asked through the delegate', async () => {
    const request = await sent();
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
    await createDelegation(kaiWen, {
      toUserId: priya.id,
      fromAt: days(0),
      toAt: days(30),
      docTypes: [],
      maxCents: null,
      reason: 'Leave',
    });
    await remindApprovers(await share(request, 2));
    expect(
      (await chainOf('PR', request.id))!.steps[0]!.people.map(({ fullName, onBehalfOf }) => [
        fullName,
        onBehalfOf?.split(',')[0] ?? null,
      ]),
    ).toEqual([
      ['Daniel Koh', null],
      ['Priya Menon', kaiWen.fullName],
    ]);
  });

  test('nobody is lost: where no head above can be asked, the fallback role is, and then the step waits', async () => {
    const request = await sent();
    await sql`update users set status = 'suspended' where id = ${kaiWen.id}`.execute(db);
    const twice = await share(request, 2);
    await remindApprovers(twice);
    const fallback = (await asked(request)).slice(1);
    expect(fallback.length).toBeGreaterThan(0);
    expect(
      fallback.every(([name, status, note]) => name !== 'Lim' && status === 'pending' && note === 'escalated'),
    ).toBe(true);
    const later = addWorkingHours(twice, 96, await workingTime());
    expect(await remindApprovers(later)).toMatchObject({ escalated: 0 });
    await sql`update users set status = 'active' where id = ${kaiWen.id}`.execute(db);
  });
});

test('the jobs of approvals run, and running them twice changes nothing', async () => {
  const request = await sent();
  await createDelegation(daniel, {
    toUserId: priya.id,
    fromAt: new Date(Date.now() + 3_600_000).toISOString(),
    toAt: new Date(Date.now() + 7_200_000).toISOString(),
    docTypes: [],
    maxCents: null,
    reason: 'Leave',
  });
  await settleDelegations(new Date(Date.now() + 3_700_000).toISOString());
  const before = await asked(request);
  expect(before).toHaveLength(2);
  expect(await runJob('absences', 'hand')).toMatchObject({ outcome: 'done' });
  expect(await runJob('approval-reminders', 'hand')).toMatchObject({
    outcome: 'done',
    result: { moved: 0, half: 0, due: 0, escalated: 0 },
  });
  expect(await asked(request)).toEqual(before);
});
