import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { describeEntry as inWords } from '#lib/on-records/history/describe.server.ts';
import { settleDelegations } from '#lib/approvals/delegation/absence.server.ts';
import { chainOf, expectedChain } from '#lib/approvals/approval-chain.server.ts';
import { Ability } from '#lib/values/ability.ts';
import { createDelegation, delegationsOf, endDelegation } from '#lib/approvals/delegation/delegation.server.ts';
import { readInbox, readInboxQuery } from '#lib/approvals/inbox/inbox.server.ts';
import { simulateApproval } from '#lib/approvals/policy/simulate.server.ts';
import { deactivateUser, suspendUser } from '#lib/directory/user/suspension.server.ts';
import { readPrintContent } from '#lib/documents/prints/print-content.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { approvePurchaseRequest, submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { prf } from '#lib/purchasing/purchase-request/prf.server.ts';
import { purchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import type { PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { english } from '#tests/support/printed-requests.ts';
import { refusal } from '#tests/support/refusal.ts';

// Daniel heads Operations and goes on leave; Priya stands in for him. Hannah asks, Marie is finance manager, Siti administers.
let company: Company;
let people: Record<'hannah' | 'daniel' | 'priya' | 'marie' | 'siti' | 'bala' | 'stores', Actor>;

const DAY = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * DAY).toISOString();

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  const named = {
    hannah: 'requester',
    daniel: 'head',
    priya: 'purchasing',
    marie: 'finance',
    siti: 'admin',
    bala: 'head2',
    stores: 'kitchen',
  } as const;
  people = Object.fromEntries(
    await Promise.all(Object.entries(named).map(async ([name, username]) => [name, await actorNamed(username)])),
  ) as typeof people;
});

beforeEach(async () => {
  await sql`update approval_delegations set status = 'ended', ended_reason = 'over', ended_at = now() where status = 'active'`.execute(
    db,
  );
});

const leave = (more: object = {}) => ({
  toUserId: people.priya.id,
  fromAt: at(0),
  toAt: at(7),
  docTypes: [],
  maxCents: null,
  reason: 'Annual leave',
  ...more,
});
const sent = async (netCents = 500_000, by: Actor = people.hannah) =>
  submitPurchaseRequest(by, await draftRequest(by, company, { netCents }));
const asked = async (request: PurchaseRequest) =>
  (await chainOf('PR', request.id))!.steps.flatMap((step) =>
    step.people.map(
      ({ fullName, status, onBehalfOf }) =>
        `${fullName.split(' ')[0]} ${status}${onBehalfOf ? ` for ${onBehalfOf.split(' ')[0]}` : ''}`,
    ),
  );
const versionOf = (username: string) =>
  db.selectFrom('users').select(['id', 'version']).where('username', '=', username).executeTakeFirstOrThrow();
const again = (request: PurchaseRequest) =>
  db
    .selectFrom('purchaseRequests')
    .selectAll()
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow() as Promise<PurchaseRequest>;

describe('a delegate is named', () => {
  test('not oneself, not into the past, nobody who is not active or may not open what is approved', async () => {
    const faults = async (input: object, actor = people.daniel) =>
      (await refusal(createDelegation(actor, input))).errors.map(({ path, code }) => `${path}: ${code}`);
    expect(await faults(leave({ toUserId: people.daniel.id }))).toEqual(['toUserId: to-oneself']);
    expect(await faults(leave({ fromAt: at(-9), toAt: at(-2) }))).toEqual(['toAt: over-already']);
    expect(await faults(leave({ fromAt: at(5), toAt: at(2) }))).toEqual(['toAt: before-the-start']);
    expect(await faults(leave({ toUserId: company.userId('nobody') }))).toEqual(['toUserId: cannot-open-any']);
    expect(await faults(leave({ toUserId: company.userId('nobody'), docTypes: ['PR'] }))).toEqual([
      'docTypes: cannot-open-these',
    ]);
    expect(await faults(leave({ docTypes: ['PV'] }))).toEqual(['docTypes: not-a-choice']);
    expect(await faults(leave({ reason: ' ' }))).toEqual(['reason: required']);
    await sql`update users set status = 'suspended' where id = ${people.bala.id}`.execute(db);
    expect(await faults(leave({ toUserId: people.bala.id }))).toEqual(['toUserId: not-active']);
    await sql`update users set status = 'active' where id = ${people.bala.id}`.execute(db);
  });

  test('by oneself or by somebody who changes people and decides who approves, and by nobody else', async () => {
    expect(await refusal(createDelegation(people.hannah, leave(), people.daniel.id))).toMatchObject({ status: 403 });
    expect(await refusal(delegationsOf(people.hannah, people.daniel.id))).toMatchObject({ status: 403 });
    const clerk: Actor = {
      ...people.hannah,
      ability: new Ability([{ subject: 'User', action: 'update', condition: 'none' }]),
    };
    expect(await refusal(createDelegation(clerk, leave(), people.daniel.id))).toMatchObject({ status: 403 });
    expect(
      (await refusal(createDelegation(people.siti, leave({ toUserId: people.siti.id }), people.daniel.id))).errors,
    ).toMatchObject([{ path: 'toUserId', code: 'to-yourself' }]);
    const made = await createDelegation(people.siti, leave(), people.daniel.id);
    expect((await delegationsOf(people.daniel, people.daniel.id))[0]).toMatchObject({
      fromName: 'Daniel Koh',
      toName: 'Priya Menon',
      status: 'active',
    });
    expect(
      await db
        .selectFrom('notifications')
        .select(['event', 'userId'])
        .where('key', '=', `delegation-made:${made.id}`)
        .orderBy('event')
        .execute(),
    ).toEqual([
      { event: 'delegation.made', userId: people.priya.id },
      { event: 'delegation.made-for-you', userId: people.daniel.id },
    ]);
    expect(await refusal(endDelegation(people.hannah, made.id))).toMatchObject({ status: 404 });
    await endDelegation(people.priya, made.id);
    expect(await refusal(endDelegation(people.daniel, made.id))).toMatchObject({ code: 'state-changed' });
    expect((await activityOf(people.daniel.id)).map(({ eventCode }) => eventCode).slice(0, 2)).toEqual([
      'user.delegation-ended',
      'user.delegation-made',
    ]);
  });

  test('one at a time for each kind, and never in a chain', async () => {
    await createDelegation(people.daniel, leave({ fromAt: at(1), toAt: at(5) }));
    expect(
      await refusal(createDelegation(people.daniel, leave({ toUserId: people.marie.id, fromAt: at(4), toAt: at(8) }))),
    ).toMatchObject({
      status: 409,
      code: 'delegation-overlaps',
      details: { params: { from: 'Daniel Koh', to: 'Priya Menon' } },
    });
    expect(
      await refusal(createDelegation(people.priya, leave({ toUserId: people.marie.id, fromAt: at(2), toAt: at(3) }))),
    ).toMatchObject({ code: 'delegate-already', details: { params: { from: 'Daniel Koh', to: 'Priya Menon' } } });
    expect(
      await refusal(createDelegation(people.bala, leave({ toUserId: people.daniel.id, fromAt: at(2), toAt: at(3) }))),
    ).toMatchObject({ code: 'delegate-is-away' });
    expect(
      (await createDelegation(people.daniel, leave({ toUserId: people.marie.id, fromAt: at(5), toAt: at(8) }))).status,
    ).toBe('active');
    expect(
      (await createDelegation(people.priya, leave({ toUserId: people.marie.id, fromAt: at(8), toAt: at(9) }))).status,
    ).toBe('active');
  });

  test('of two named at the same moment one stands, and the other is told whose', async () => {
    const both = await Promise.allSettled([
      createDelegation(people.daniel, leave()),
      createDelegation(people.daniel, leave({ toUserId: people.marie.id })),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'delegation-overlaps', details: { params: { from: 'Daniel Koh' } } },
    });
  });

  test('nor do two chain each other at the same moment', async () => {
    const both = await Promise.allSettled([
      createDelegation(people.daniel, leave()),
      createDelegation(people.priya, leave({ toUserId: people.marie.id })),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from approval_delegations where status = 'active'`.execute(db);
    expect(rows[0]!.count).toBe(1);
  });
});

describe('while somebody is away', () => {
  test('the delegate is asked in place of the person, and log, route and print name both', async () => {
    await createDelegation(people.daniel, leave());
    const request = await sent();
    expect(await asked(request)).toEqual(['Priya pending for Daniel']);
    expect(await refusal(approvePurchaseRequest(people.daniel, request, {}))).toMatchObject({
      code: 'not-waiting-for-you',
    });
    const [item] = (await readInbox(people.priya, readInboxQuery(new URLSearchParams()))).items;
    expect(item).toMatchObject({ number: request.number, onBehalfOf: 'Daniel Koh' });
    await approvePurchaseRequest(people.priya, request, {});
    const [entry] = await inWords(
      (await activityOf(request.id)).filter(({ eventCode }) => eventCode === 'purchase-request.approve-step'),
      english,
    );
    expect(entry).toMatchObject({
      forWhom: 'Daniel Koh',
      entry: { actorName: 'Priya Menon', onBehalfOf: people.daniel.id },
    });
    const printed = await readPrintContent(prf, await purchaseRequests.get(people.hannah, request.id));
    expect(printed.approvals).toMatchObject([{ name: 'Priya Menon', onBehalfOf: 'Daniel Koh, Head of operations' }]);
  });

  test('what is foretold says so too, and the simulator asks the day it is asked about', async () => {
    await createDelegation(people.daniel, leave({ fromAt: at(10), toAt: at(20) }));
    const question = {
      docType: 'PR',
      requesterId: people.hannah.id,
      departmentId: company.departmentId('OPS'),
      netCents: 500_000,
    };
    const named = (chain: Awaited<ReturnType<typeof expectedChain>>) =>
      chain.steps.map((step) => step.people.map(({ fullName, onBehalfOf }) => [fullName, onBehalfOf]));
    expect(named((await simulateApproval(people.siti, question)).chain!)).toEqual([[['Daniel Koh', null]]]);
    expect(named((await simulateApproval(people.siti, { ...question, date: at(12).slice(0, 10) })).chain!)).toEqual([
      [['Priya Menon', 'Daniel Koh, Head of operations']],
    ]);
  });

  test('only for the kinds and up to the sum that were named', async () => {
    await createDelegation(people.daniel, leave({ maxCents: 400_000 }));
    expect(await asked(await sent(400_000))).toEqual(['Priya pending for Daniel']);
    expect(await asked(await sent(400_001))).toEqual(['Daniel pending']);
  });

  test('it stays with the person when the delegate asks for it, sends it or may not open it any more', async () => {
    await createDelegation(people.daniel, leave({ toUserId: people.hannah.id }));
    expect(await asked(await sent())).toEqual(['Daniel pending']);
    await sql`update approval_delegations set to_user_id = ${company.userId('nobody')} where status = 'active'`.execute(
      db,
    );
    expect(await asked(await sent())).toEqual(['Daniel pending']);
  });

  test('a delegate who approved an earlier step is not asked again for the absent person', async () => {
    await createDelegation(people.marie, leave({ toUserId: people.daniel.id }));
    const request = await sent(2_000_000);
    expect(await asked(request)).toEqual(['Daniel pending', 'Daniel skipped for Marie']);
    expect((await approvePurchaseRequest(people.daniel, request, {})).status).toBe('pending-budget');
  });

  test('what waited already is asked of both, and the first settles it', async () => {
    const first = await sent();
    const second = await sent();
    await createDelegation(people.daniel, leave());
    expect(await asked(first)).toEqual(['Daniel pending', 'Priya pending for Daniel']);
    await approvePurchaseRequest(people.priya, first, {});
    expect(await asked(first)).toEqual(['Daniel cancelled', 'Priya approved for Daniel']);
    expect(await refusal(approvePurchaseRequest(people.daniel, first, {}))).toMatchObject({
      code: 'decided-meanwhile',
      details: { params: { name: 'Priya Menon' } },
    });
    await approvePurchaseRequest(people.daniel, second, {});
    expect(await asked(second)).toEqual(['Daniel approved', 'Priya cancelled for Daniel']);
  });

  test('both decide at the same moment: one decides and the other reads who', async () => {
    const request = await sent();
    await createDelegation(people.daniel, leave());
    const both = await Promise.allSettled(
      [people.daniel, people.priya].map((actor) => approvePurchaseRequest(actor, request, {})),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'decided-meanwhile' } });
  });

  test('where all must agree, the two are one place', async () => {
    const {
      rows: [policy],
    } = await sql<{
      id: string;
    }>`select id from approval_policies where name = 'Purchase requests to S$ 6,000'`.execute(db);
    const request = await sent();
    await sql`update approval_instances set steps = jsonb_set(steps, '{0,mode}', '"all"') where doc_id = ${request.id} and policy_id = ${policy!.id}`.execute(
      db,
    );
    await createDelegation(people.daniel, leave());
    expect((await approvePurchaseRequest(people.priya, request, {})).status).toBe('pending-budget');
  });
});

describe('an absence begins and ends by the clock', () => {
  test('beginning takes along once what waits, ending gives it back', async () => {
    const request = await sent();
    await createDelegation(people.daniel, leave({ fromAt: at(1), toAt: at(2) }));
    expect(await asked(request)).toEqual(['Daniel pending']);
    expect(await settleDelegations(at(1.5))).toMatchObject({ begun: 1 });
    expect(await asked(request)).toEqual(['Daniel pending', 'Priya pending for Daniel']);
    expect(await settleDelegations(at(1.6))).toEqual({ begun: 0, taken: 0, ended: 0, returned: 0 });
    expect(await settleDelegations(at(3))).toMatchObject({ ended: 1, begun: 0 });
    expect(await asked(request)).toEqual(['Daniel pending', 'Priya reassigned for Daniel']);
    expect(
      (await delegationsOf(people.daniel, people.daniel.id)).some(
        ({ status, endedReason }) => status === 'ended' && endedReason === 'over',
      ),
    ).toBe(true);
    expect(await refusal(approvePurchaseRequest(people.priya, request, {}))).toMatchObject({
      code: 'decision-reassigned',
      details: { params: { names: 'Daniel Koh' } },
    });
  });

  test('two processes that settle at once do it once', async () => {
    const request = await sent();
    await createDelegation(people.daniel, leave({ fromAt: at(1), toAt: at(2) }));
    const results = await Promise.all([1, 2, 3].map(() => settleDelegations(at(1.5))));
    expect(results.reduce((sum, { begun }) => sum + begun, 0)).toBe(1);
    expect(await asked(request)).toEqual(['Daniel pending', 'Priya pending for Daniel']);
  });

  test('what was opened while away goes back to the person when it is ended by hand', async () => {
    const made = await createDelegation(people.daniel, leave());
    const request = await sent();
    await endDelegation(people.daniel, made.id);
    expect(await asked(request)).toEqual(['Priya reassigned for Daniel', 'Daniel pending']);
    expect((await approvePurchaseRequest(people.daniel, request, {})).status).toBe('pending-budget');
  });

  test('a delegate whose time has passed cannot decide, even before it is tidied up', async () => {
    await createDelegation(people.daniel, leave());
    const request = await sent();
    await sql`update approval_delegations set from_at = now() - interval '2 hours', to_at = now() - interval '1 hour' where status = 'active'`.execute(
      db,
    );
    expect(await refusal(approvePurchaseRequest(people.priya, request, {}))).toMatchObject({
      status: 409,
      code: 'delegation-is-over',
    });
    await settleDelegations();
    expect((await approvePurchaseRequest(people.daniel, await again(request), {})).status).toBe('pending-budget');
  });
});

describe('suspending', () => {
  test('the delegate ends the delegation, and what was open goes back to the person', async () => {
    await createDelegation(people.daniel, leave());
    const request = await sent();
    await suspendUser(people.siti, await versionOf('purchasing'), { reason: 'Has left.' });
    expect(await asked(request)).toEqual(['Priya reassigned for Daniel', 'Daniel pending']);
    expect((await delegationsOf(people.daniel, people.daniel.id))[0]).toMatchObject({
      status: 'ended',
      endedReason: 'not-active',
    });
    await sql`update users set status = 'active' where id = ${people.priya.id}`.execute(db);
  });

  test('the absent person moves what the delegate had to somebody of the rule', async () => {
    await createDelegation(people.daniel, leave());
    const request = await sent();
    await deactivateUser(people.siti, await versionOf('head'), {});
    expect(await asked(request)).toEqual(['Priya reassigned for Daniel', 'Lim pending']);
    expect(await refusal(approvePurchaseRequest(people.priya, request, {}))).toMatchObject({
      code: 'decision-reassigned',
    });
    await sql`update users set status = 'active', deactivated_at = null where id = ${people.daniel.id}`.execute(db);
  });

  test('at the moment of a decision: either it counts, or somebody else is asked, never both', async () => {
    const request = await sent();
    const [suspended, decided] = await Promise.allSettled([
      suspendUser(people.siti, await versionOf('head'), { reason: 'Has left.' }),
      approvePurchaseRequest(people.daniel, request, {}),
    ]);
    expect(suspended.status).toBe('fulfilled');
    const { status } = await again(request);
    const pending = (await asked(request)).filter((one) => one.includes('pending'));
    if (decided.status === 'fulfilled') expect([status, pending]).toEqual(['pending-budget', []]);
    else
      expect([status, pending, (decided.reason as { code: string }).code]).toEqual([
        'pending-approval',
        ['Lim pending'],
        'decision-reassigned',
      ]);
    await sql`update users set status = 'active' where id = ${people.daniel.id}`.execute(db);
  });
});
