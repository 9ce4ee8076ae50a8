import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { systemActor, type Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { createApprovalPolicy } from '#lib/approvals/policy/policy-writing.server.ts';
import { openedFields } from '#lib/approvals/tasks.server.ts';
import { addDays, today } from '#lib/values/time.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { approvePurchaseRequest, submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { changeOpenedFields, updatePurchaseRequest } from '#lib/purchasing/purchase-request/writing.server.ts';
import type { PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { retireAll } from '#tests/support/policies.ts';
import { refusal } from '#tests/support/refusal.ts';

// Hannah of Operations asks. Daniel, her head, may move the day and the place before he decides; Marie, who decides after him, may not.
let company: Company;
let hannah: Actor;
let daniel: Actor;
let marie: Actor;
let request: PurchaseRequest;
const later = addDays(today(), 40);

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [hannah, daniel, marie] = (await Promise.all([
    actorNamed('requester'),
    actorNamed('head'),
    actorNamed('finance'),
  ])) as [Actor, Actor, Actor];
  await retireAll('PR');
  const finance = await db
    .selectFrom('roles')
    .select('id')
    .where('code', '=', 'FINANCE-MANAGER')
    .executeTakeFirstOrThrow();
  await transaction((tx) =>
    createApprovalPolicy(
      systemActor('test'),
      {
        docType: 'PR',
        name: 'Every request',
        minCents: 0,
        steps: [
          { rule: 'department-head', mayEdit: ['neededBy', 'priority', 'deliverToAddressId'] },
          { rule: 'role', roleId: finance.id },
        ],
      },
      tx,
    ),
  );
});

beforeEach(async () => {
  request = await submitPurchaseRequest(hannah, await draftRequest(hannah, company, { netCents: 500_000 }));
});

test('Daniel changes what the rule opens to him, the log tells it, and he and Marie still decide on what was sent', async () => {
  expect(await openedFields(daniel, 'PR', request.id)).toEqual(['neededBy', 'priority', 'deliverToAddressId']);
  const changed = await changeOpenedFields(daniel, request, { neededBy: later });
  expect(changed).toMatchObject({ neededBy: later, status: 'pending-approval' });
  const newest = (await activityOf(request.id))[0]!;
  expect(newest).toMatchObject({
    eventCode: 'purchase-request.updated',
    actorId: daniel.id,
    before: { neededBy: request.neededBy },
    after: { neededBy: later },
  });
  const passedOn = await approvePurchaseRequest(daniel, changed, {});
  expect(await approvePurchaseRequest(marie, passedOn, {})).toMatchObject({
    status: 'pending-budget',
    neededBy: later,
  });
});

test('nothing else, not even beside it, and nothing that is decided on', async () => {
  for (const input of [
    { title: 'Another' },
    { neededBy: later, title: 'Another' },
    { lines: [] },
    { purchasePath: 'direct' },
  ]) {
    expect(await refusal(changeOpenedFields(daniel, request, input))).toMatchObject({
      status: 409,
      code: 'not-opened-to-you',
    });
  }
  expect(
    await db
      .selectFrom('purchaseRequests')
      .select(['neededBy', 'version'])
      .where('id', '=', request.id)
      .executeTakeFirst(),
  ).toEqual({ neededBy: request.neededBy, version: request.version });
});

test('nobody else, and not after the own decision', async () => {
  const closed = { status: 409, code: 'state-changed' };
  expect(await refusal(changeOpenedFields(hannah, request, { neededBy: later }))).toMatchObject(closed);
  expect(await refusal(changeOpenedFields(await actorNamed('requester2'), request, { neededBy: later }))).toMatchObject(
    { status: 404 },
  );
  const passedOn = await approvePurchaseRequest(daniel, request, {});
  expect(await refusal(changeOpenedFields(daniel, passedOn, { neededBy: later }))).toMatchObject(closed);
  expect(await refusal(changeOpenedFields(marie, passedOn, { neededBy: later }))).toMatchObject(closed);
});

test('what must be right when a request is sent must be so afterwards', async () => {
  const faults = async (input: Record<string, unknown>) =>
    (await refusal(changeOpenedFields(daniel, request, input))).errors.map(({ path, code }) => [path, code]);
  expect(await faults({ neededBy: addDays(today(), -1) })).toEqual([['neededBy', 'in-the-past']]);
  expect(await faults({ priority: 'urgent' })).toEqual([['priority', 'reason-needed']]);
  const {
    rows: [closed],
  } = await sql<{ id: string }>`
    insert into addresses (id, label, kind, street, postal_code, country, status) values (gen_random_uuid(), 'The old store', 'store', 'Lorong 1', '728001', 'Singapore', 'inactive') returning id`.execute(
    db,
  );
  expect(await faults({ deliverToAddressId: closed!.id })).toEqual([['deliverToAddressId', 'out-of-use']]);
});

test('the other door leads to the same: Daniel may write in his department, and there too only what is opened', async () => {
  expect(await updatePurchaseRequest(daniel, request, { neededBy: later })).toMatchObject({ neededBy: later });
  expect(
    await refusal(
      updatePurchaseRequest(daniel, { id: request.id, version: request.version + 1 }, { purpose: 'Another' }),
    ),
  ).toMatchObject({ code: 'not-opened-to-you' });
});

test('a delegate has it as long as he stands in', async () => {
  const kaiwen = await actorNamed('manager');
  const {
    rows: [standing],
  } = await sql<{ id: string }>`
    insert into approval_delegations (id, from_user_id, to_user_id, from_at, to_at, reason) values (gen_random_uuid(), ${daniel.id}, ${kaiwen.id}, now() - interval '1 hour', now() + interval '1 hour', 'On leave') returning id`.execute(
    db,
  );
  request = await submitPurchaseRequest(hannah, await draftRequest(hannah, company, { netCents: 500_000 }));
  expect(await openedFields(kaiwen, 'PR', request.id)).toContain('neededBy');
  await sql`update approval_delegations set to_at = now() - interval '1 minute' where id = ${standing!.id}`.execute(db);
  expect(await openedFields(kaiwen, 'PR', request.id)).toEqual([]);
});
