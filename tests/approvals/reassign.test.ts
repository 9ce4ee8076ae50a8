import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { actorNamed, buildGarden, draftRequest, type Garden } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/access/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { chainOf } from '#lib/approvals/chain.server.ts';
import { suspendUser } from '#lib/directory/suspension.server.ts';
import '#lib/modules.server.ts';
import { db } from '#lib/platform/database.server.ts';
import { approvePurchaseRequest, submitPurchaseRequest } from '#lib/purchasing/purchase-request-approval.server.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti administers; Hannah asks; Daniel, her head, leaves while a decision waits for him. Above him is Kai Wen.
let garden: Garden;
let siti: Actor;
let hannah: Actor;
let daniel: Actor;

beforeAll(async () => {
  await seedFoundations();
  garden = await buildGarden();
  [siti, hannah, daniel] = await Promise.all(['admin', 'requester', 'head'].map(actorNamed)) as [Actor, Actor, Actor];
});

const userNamed = (username: string) => db.selectFrom('users').select(['id', 'version']).where('username', '=', username).executeTakeFirstOrThrow();

describe('suspending somebody who is asked', () => {
  test('moves the decision to the head above, in the same transaction, and the route keeps both', async () => {
    const request = await submitPurchaseRequest(hannah, await draftRequest(hannah, garden, { netCents: 500_000 }));
    await suspendUser(siti, await userNamed('head'), { reason: 'Has left the garden.' });
    const [step] = (await chainOf('PR', request.id))!.steps;
    expect(step!.people.map(({ fullName, status, note }) => [fullName, status, note])).toEqual([
      ['Daniel Koh', 'reassigned', 'not-active'], ['Lim Kai Wen 林凯文', 'pending', 'parent-head'],
    ]);
    expect((await activityOf(request.id))[0]).toMatchObject({ eventCode: 'approval.moved', params: { from: 'Daniel Koh', to: 'Lim Kai Wen 林凯文' } });
    expect(await refusal(approvePurchaseRequest(daniel, request, {}))).toMatchObject({ status: 409 });
    expect((await approvePurchaseRequest(await actorNamed('manager'), request, {})).status).toBe('pending-budget');
  });

  test('asks nobody new while another of the step can still decide, and says so', async () => {
    await sql`insert into department_approvers (department_id, user_id, limit_cents) values (${garden.departmentId('OPS')}, ${garden.userId('duty')}, 100000)`.execute(db);
    const request = await submitPurchaseRequest(hannah, await draftRequest(hannah, garden));
    await suspendUser(siti, await userNamed('duty'), { reason: 'Has left the garden.' });
    const people = (await chainOf('PR', request.id))!.steps.flatMap((step) => step.people);
    expect(people.map(({ fullName, status }) => [fullName, status]).toSorted()).toEqual([['Mohamed Idris', 'reassigned'], ['Nurul Huda', 'pending']]);
    expect((await activityOf(request.id))[0]).toMatchObject({ eventCode: 'approval.released', params: { from: 'Mohamed Idris', to: null } });
  });
});
