import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { chainOf } from '#lib/approvals/approval-chain.server.ts';
import { reassignTasksWithoutRight } from '#lib/approvals/closed-accounts.server.ts';
import { suspendUser } from '#lib/directory/user/suspension.server.ts';
import '#lib/modules.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { approvePurchaseRequest, submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti administers; Hannah asks; Daniel, her head, leaves while a decision waits for him. Above him is Kai Wen.
let company: Company;
let siti: Actor;
let hannah: Actor;
let daniel: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, hannah, daniel] = (await Promise.all(['admin', 'requester', 'head'].map(actorNamed))) as [Actor, Actor, Actor];
});

const userNamed = (username: string) =>
  db.selectFrom('users').select(['id', 'version']).where('username', '=', username).executeTakeFirstOrThrow();

describe('suspending somebody who is asked', () => {
  test('moves the decision to the head above, in the same transaction, and the route keeps both', async () => {
    const request = await submitPurchaseRequest(hannah, await draftRequest(hannah, company, { netCents: 500_000 }));
    await suspendUser(siti, await userNamed('head'), { reason: 'Has left the garden.' });
    const [step] = (await chainOf('PR', request.id))!.steps;
    expect(step!.people.map(({ fullName, status, note }) => [fullName, status, note])).toEqual([
      ['Daniel Koh', 'reassigned', 'not-active'],
      ['Lim Kai Wen 林凯文', 'pending', 'parent-head'],
    ]);
    expect((await activityOf(request.id))[0]).toMatchObject({
      eventCode: 'approval.reassigned',
      params: { from: 'Daniel Koh', to: 'Lim Kai Wen 林凯文' },
    });
    expect(await refusal(approvePurchaseRequest(daniel, request, {}))).toMatchObject({ status: 409 });
    expect((await approvePurchaseRequest(await actorNamed('manager'), request, {})).status).toBe('pending-budget');
  });

  test('asks nobody new while another of the step can still decide, and says so', async () => {
    await sql`insert into department_approvers (department_id, user_id, limit_cents) values (${company.departmentId('OPS')}, ${company.userId('duty')}, 100000)`.execute(
      db,
    );
    const request = await submitPurchaseRequest(hannah, await draftRequest(hannah, company));
    await suspendUser(siti, await userNamed('duty'), { reason: 'Has left the garden.' });
    const people = (await chainOf('PR', request.id))!.steps.flatMap((step) => step.people);
    expect(people.map(({ fullName, status }) => [fullName, status]).toSorted()).toEqual([
      ['Mohamed Idris', 'reassigned'],
      ['Nurul Huda', 'pending'],
    ]);
    expect((await activityOf(request.id))[0]).toMatchObject({
      eventCode: 'approval.released',
      params: { from: 'Mohamed Idris', to: null },
    });
  });
});

describe('somebody who may no longer open what waits', () => {
  test('is asked no more: the head above is, once, and the rule does not bring the person back', async () => {
    await sql`update users set status = 'active' where username in ('head', 'duty')`.execute(db);
    const request = await submitPurchaseRequest(hannah, await draftRequest(hannah, company, { netCents: 500_000 }));
    const { rows: held } = await sql<{
      roleId: string;
    }>`delete from user_roles where user_id = ${daniel.id} returning role_id`.execute(db);
    expect(await reassignTasksWithoutRight()).toBeGreaterThanOrEqual(1);
    expect(await reassignTasksWithoutRight()).toBe(0);
    const people = (await chainOf('PR', request.id))!.steps[0]!.people;
    expect(people.map(({ fullName, status }) => [fullName, status])).toEqual([
      ['Daniel Koh', 'reassigned'],
      ['Lim Kai Wen 林凯文', 'pending'],
    ]);
    expect((await activityOf(request.id))[0]).toMatchObject({
      eventCode: 'approval.reassigned',
      params: { from: 'Daniel Koh', to: 'Lim Kai Wen 林凯文' },
    });
    for (const { roleId } of held)
      await sql`insert into user_roles (user_id, role_id) values (${daniel.id}, ${roleId})`.execute(db);
  });

  test('keeps it where nobody else could be asked: nothing waits for nobody', async () => {
    const request = await submitPurchaseRequest(hannah, await draftRequest(hannah, company, { netCents: 500_000 }));
    const { rows: held } = await sql<{
      roleId: string;
    }>`delete from user_roles where user_id = ${daniel.id} returning role_id`.execute(db);
    await sql`update users set status = 'suspended' where id not in (${daniel.id}, ${hannah.id}, ${siti.id}) and status = 'active'`.execute(
      db,
    );
    await sql`delete from user_roles where user_id = ${siti.id}`.execute(db);
    expect(await reassignTasksWithoutRight()).toBe(0);
    expect(
      (await chainOf('PR', request.id))!.steps[0]!.people.map(({ fullName, status }) => [fullName, status]),
    ).toEqual([['Daniel Koh', 'pending']]);
    for (const { roleId } of held)
      await sql`insert into user_roles (user_id, role_id) values (${daniel.id}, ${roleId})`.execute(db);
  });
});
