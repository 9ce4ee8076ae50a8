import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { approvalPolicies, getApprovalPolicy, type FullPolicy } from '#lib/approvals/policy/approval-policy.server.ts';
import { chainOf } from '#lib/approvals/approval-chain.server.ts';
import { findingsOf } from '#lib/approvals/policy/policy-findings.server.ts';
import {
  createApprovalPolicy,
  restoreApprovalPolicy,
  restorePolicyVersion,
  retireApprovalPolicy,
  updateApprovalPolicy,
  withdrawPolicyVersion,
} from '#lib/approvals/policy/policy-writing.server.ts';
import { policyFor } from '#lib/approvals/policy/policy.server.ts';
import { suspendUser } from '#lib/directory/user/suspension.server.ts';
import { policyActs } from '#lib/approvals/policy/policy-show.server.ts';
import type { Flash } from '#lib/process/http/flash.server.ts';
import { postedActs } from '#lib/records/form/posted-acts.server.ts';
import { retireRole } from '#lib/directory/role/role.server.ts';
import type { Refusal } from '#lib/values/refusal.ts';
import { addDays, today } from '#lib/values/time.ts';
import { db } from '#lib/process/database/database.server.ts';
import { submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { pageOf } from '#tests/support/posted-page.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti administers the default matrix of purchase requests. Hannah of Operations sends one while it changes.
let company: Company;
let siti: Actor;
let hannah: Actor;
let matrix: FullPolicy[];

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, hannah] = (await Promise.all(['admin', 'requester'].map(actorNamed))) as [Actor, Actor];
});

beforeEach(async () => {
  const rows = await db
    .selectFrom('approvalPolicies')
    .select('id')
    .where('status', '=', 'active')
    .orderBy('minCents')
    .execute();
  matrix = await Promise.all(rows.map(({ id }) => getApprovalPolicy(siti, id)));
});

const tier = (name: string) => matrix.find((policy) => policy.name === name)!;
const role = async (code: string) =>
  (await db.selectFrom('roles').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id;
const asked = (netCents: number, more: object = {}) => ({
  docType: 'PR',
  businessEntityId: company.entityId,
  departmentId: company.departmentId('OPS'),
  requesterId: hannah.id,
  netCents,
  flags: [],
  ...more,
});
const codes = (refused: Refusal) =>
  (refused.details.newer as { findings: { code: string }[] }).findings.map(({ code }) => code);
/** What has been read and taken in. */
const accepting = async (act: (accepted?: string) => Promise<unknown>) =>
  act(((await refusal(act())).details.newer as { accept: string }).accept);
const kitchen = (more: object = {}) => ({
  docType: 'PR',
  name: 'Kitchen, any sum',
  departmentIds: [company.departmentId('KIT')],
  steps: [{ rule: 'department-head' }],
  ...more,
});

describe('a policy is made', () => {
  test('with what was left out filled in, and it counts from today', async () => {
    const made = await createApprovalPolicy(
      siti,
      kitchen({
        expenseCategoryIds: [company.categoryId('5210')],
        steps: [
          { rule: 'role', roleId: await role('GENERAL-MANAGER'), seq: 2 },
          { rule: 'department-head', seq: 1, fourEyes: true },
        ],
      }),
    );
    expect(await getApprovalPolicy(siti, made.id)).toMatchObject({
      number: 1,
      priority: 0,
      minCents: 0,
      maxCents: null,
      validFrom: today(),
      validTo: null,
      flags: [],
      standing: 'in-force',
      scope: 'Kitchen; 5210 Kitchen and offerings',
      steps: [
        { seq: 1, rule: 'department-head', mode: 'any', slaHours: 24, escalate: 'head-above', fourEyes: true },
        { seq: 2, rule: 'role', fourEyes: false },
      ],
    });
    const offerings = asked(1_000, {
      departmentId: company.departmentId('KIT'),
      expenseCategoryIds: [company.categoryId('5210')],
    });
    expect((await policyFor(offerings)).policy.name).toBe('Kitchen, any sum');
    expect((await policyFor({ ...offerings, expenseCategoryIds: [company.categoryId('5110')] })).policy.name).toBe(
      'Purchase requests to S$ 1,000',
    );
    await retireApprovalPolicy(siti, await approvalPolicies.get(siti, made.id));
    expect((await policyFor(offerings)).policy.name).toBe('Purchase requests to S$ 1,000');
  });

  test('every fault is named at once, at its field', async () => {
    const faulty = kitchen({
      minCents: 500,
      maxCents: 500,
      validFrom: addDays(today(), -1),
      validTo: '2020-01-01',
      steps: [
        { rule: 'role' },
        { rule: 'department-head', mode: 'n-of', mayEdit: ['title'] },
        { rule: 'user', userId: company.entityId, escalate: 'team' },
      ],
    });
    expect(
      (await refusal(createApprovalPolicy(siti, faulty))).errors.map(({ path, code }) => `${path}: ${code}`),
    ).toEqual([
      'steps.2.userId: not-a-choice',
      'maxCents: not-above-minimum',
      'validFrom: in-the-past',
      'validTo: before-the-start',
      'steps.0.roleId: required',
      'steps.1.n: required',
      'steps.2.escalateTeamId: required',
    ]);
    expect((await refusal(createApprovalPolicy(siti, kitchen({ steps: [] })))).errors).toMatchObject([
      { path: 'steps', code: 'no-steps' },
    ]);
    expect((await refusal(createApprovalPolicy(siti, kitchen({ docType: 'PV' })))).errors).toMatchObject([
      { path: 'docType', code: 'not-a-choice' },
    ]);
  });

  test('only with the right to', async () => {
    expect(await refusal(createApprovalPolicy(hannah, kitchen()))).toMatchObject({ status: 403 });
    expect(await refusal(updateApprovalPolicy(hannah, matrix[0]!, { name: 'Mine' }))).toMatchObject({ status: 403 });
  });
});

describe('what would be unclear is said before it is saved', () => {
  test('two of one rank for the same sum, named both; accepted it is saved', async () => {
    const second = { docType: 'PR', name: 'Also to S$ 2,000', maxCents: 200_000, steps: [{ rule: 'department-head' }] };
    const refused = await refusal(createApprovalPolicy(siti, second));
    expect(refused).toMatchObject({
      status: 409,
      code: 'policy-findings',
      details: {
        newer: {
          findings: [
            {
              code: 'overlap',
              params: {
                one: 'Purchase requests to S$ 1,000',
                other: 'Also to S$ 2,000',
                minCents: 0,
                maxCents: 100_000,
              },
            },
            {
              code: 'overlap',
              params: {
                one: 'Purchase requests to S$ 6,000',
                other: 'Also to S$ 2,000',
                minCents: 100_000,
                maxCents: 200_000,
              },
            },
          ],
        },
      },
    });
    expect(await refusal(createApprovalPolicy(siti, { ...second, accepted: 'something else' }))).toMatchObject({
      code: 'policy-findings',
    });
    const made = (await accepting((accepted) => createApprovalPolicy(siti, { ...second, accepted }))) as FullPolicy;
    expect((await findingsOf('PR')).map(({ code }) => code)).toEqual(['overlap', 'overlap']);
    await retireApprovalPolicy(siti, made);
    expect(await findingsOf('PR')).toEqual([]);
  });

  test('a hole that a narrower range leaves, today or from a later day', async () => {
    const second = tier('Purchase requests to S$ 6,000');
    expect((await refusal(updateApprovalPolicy(siti, second, { minCents: 200_000 }))).details.newer).toMatchObject({
      findings: [{ code: 'hole', params: { minCents: 100_000, maxCents: 200_000 }, isGrave: true, from: null }],
    });
    expect(
      (await refusal(updateApprovalPolicy(siti, second, { validTo: addDays(today(), 9) }))).details.newer,
    ).toMatchObject({
      findings: [{ code: 'hole', params: { minCents: 100_000, maxCents: 600_000 }, from: addDays(today(), 10) }],
    });
    expect(codes(await refusal(retireApprovalPolicy(siti, tier('Purchase requests above S$ 90,000'))))).toEqual([
      'hole-above',
    ]);
  });

  test('one that another of higher priority covers wholly, and a flag that no such document carries', async () => {
    expect(
      codes(
        await refusal(
          createApprovalPolicy(siti, { docType: 'PR', name: 'All', priority: 5, steps: [{ rule: 'department-head' }] }),
        ),
      ).filter((code) => code !== 'shadowed'),
    ).toEqual([]);
    expect(codes(await refusal(createApprovalPolicy(siti, kitchen({ flags: ['new-vendor'] }))))).toEqual([
      'flag-never-carried',
    ]);
    const emergency = await createApprovalPolicy(siti, kitchen({ flags: ['emergency'] }));
    await retireApprovalPolicy(siti, emergency);
  });

  test('steps that find nobody, too few, or people who could not open what they are asked about', async () => {
    const nobody = await role('AGENCY-STAFF');
    await sql`delete from user_roles where role_id = ${nobody}`.execute(db);
    const steps = [
      { rule: 'role', roleId: nobody },
      { rule: 'role', roleId: await role('DIRECTOR'), mode: 'n-of', n: 3 },
      { rule: 'user', userId: company.userId('nobody') },
      { rule: 'role', roleId: await role('AUDITOR') },
    ];
    expect((await refusal(createApprovalPolicy(siti, kitchen({ steps })))).details.newer).toMatchObject({
      findings: [
        { code: 'cannot-open', params: { step: 3, people: 'Adam Lee' }, isGrave: true },
        { code: 'nobody-role', params: { step: 1, name: 'Agency desk' } },
        { code: 'too-few', params: { step: 2, wanted: 3, found: 2 } },
      ],
    });
  });

  test('a role that approves less has the last word; not one that is asked before another', async () => {
    const last = (more: object) =>
      createApprovalPolicy(siti, kitchen({ steps: [{ rule: 'role', roleId: roles.head }], ...more }));
    const roles = { head: await role('DEPARTMENT-HEAD'), director: await role('DIRECTOR') };
    expect((await refusal(last({ maxCents: 600_001 }))).details.newer).toMatchObject({
      findings: [
        { code: 'beyond-limit', params: { step: 1, name: 'Department head', limitCents: 600_000 }, isGrave: false },
      ],
    });
    expect(codes(await refusal(last({ maxCents: null })))).toEqual(['beyond-limit']);
    await retireApprovalPolicy(siti, await last({ maxCents: 600_000 }));
    await retireApprovalPolicy(
      siti,
      await last({
        maxCents: null,
        steps: [
          { rule: 'role', roleId: roles.head },
          { rule: 'role', roleId: roles.director },
        ],
      }),
    );
  });

  test('a department whose head is away stands on the list from then on', async () => {
    const bala = await db
      .selectFrom('users')
      .select(['id', 'version'])
      .where('username', '=', 'head2')
      .executeTakeFirstOrThrow();
    await suspendUser(siti, bala, { reason: 'On leave for a year.' });
    expect((await findingsOf('PR')).map(({ code, params }) => [code, params.departments])).toContainEqual([
      'no-head',
      'Grounds',
    ]);
    await sql`update users set status = 'active' where id = ${bala.id}`.execute(db);
  });
});

describe('a change is a new version', () => {
  test('documents under way keep the steps and the name they began with; the next one takes the new', async () => {
    const policy = tier('Purchase requests to S$ 6,000');
    const underWay = await submitPurchaseRequest(hannah, await draftRequest(hannah, company, { netCents: 500_000 }));
    const changed = await updateApprovalPolicy(siti, policy, {
      name: 'Purchase requests, S$ 1,000 to 6,000',
      steps: [{ rule: 'department-head' }, { rule: 'role', roleId: await role('FINANCE-MANAGER') }],
      reason: 'Marie wants to see them.',
    });
    expect(await chainOf('PR', underWay.id)).toMatchObject({
      policy: { name: 'Purchase requests to S$ 6,000' },
      steps: [{}],
    });
    const next = await submitPurchaseRequest(hannah, await draftRequest(hannah, company, { netCents: 500_000 }));
    expect(await chainOf('PR', next.id)).toMatchObject({
      policy: { name: 'Purchase requests, S$ 1,000 to 6,000' },
      steps: [{}, {}],
    });
    const [entry] = await activityOf(policy.id);
    expect(entry).toMatchObject({
      eventCode: 'approval-policy.updated',
      params: { number: 2, reason: 'Marie wants to see them.' },
      changedFields: ['name', 'steps'],
      before: { name: 'Purchase requests to S$ 6,000', steps: [{ rule: 'department-head' }] },
    });
    const restored = await restorePolicyVersion(siti, changed, { number: 1 });
    expect(await getApprovalPolicy(siti, policy.id)).toMatchObject({
      number: 3,
      name: 'Purchase requests to S$ 6,000',
      steps: [{ rule: 'department-head' }],
      validFrom: today(),
    });
    expect((await activityOf(policy.id))[0]).toMatchObject({
      eventCode: 'approval-policy.version-restored',
      params: { restored: 1, number: 3 },
    });
    expect(await refusal(updateApprovalPolicy(siti, changed, { name: 'Too late' }))).toMatchObject({
      code: 'stale-version',
    });
    expect(restored.version).toBe(3);
  });

  test('what changes nothing makes none', async () => {
    const policy = tier('Purchase requests to S$ 1,000');
    expect(
      (await updateApprovalPolicy(siti, policy, { ...policy, validFrom: policy.validFrom, reason: 'Nothing' })).version,
    ).toBe(policy.version);
    expect(
      await db.selectFrom('approvalPolicyVersions').select('number').where('policyId', '=', policy.id).execute(),
    ).toHaveLength(1);
  });

  test('a planned one counts from its day on, and can be taken back until then', async () => {
    const policy = tier('Purchase requests to S$ 1,000');
    const [next, after] = [addDays(today(), 30), addDays(today(), 31)];
    const planned = await updateApprovalPolicy(siti, policy, { validFrom: next, steps: [{ rule: 'department-head' }] });
    expect((await policyFor(asked(50_000))).steps[0]!.rule).toBe('department-approver');
    expect((await policyFor(asked(50_000), db, after)).steps[0]!.rule).toBe('department-head');
    expect(await getApprovalPolicy(siti, policy.id)).toMatchObject({ number: 2, standing: 'in-force' });
    const withdrawn = await withdrawPolicyVersion(siti, planned, { number: 2 });
    expect((await policyFor(asked(50_000), db, after)).steps[0]!.rule).toBe('department-approver');
    expect(await getApprovalPolicy(siti, policy.id)).toMatchObject({
      number: 1,
      validFrom: today(),
      steps: [{ rule: 'department-approver' }],
    });
    expect(await refusal(withdrawPolicyVersion(siti, withdrawn, { number: 2 }))).toMatchObject({ status: 404 });
    expect(await refusal(withdrawPolicyVersion(siti, withdrawn, { number: 1 }))).toMatchObject({
      status: 409,
      code: 'version-has-begun',
    });
  });

  test('a change for today does not undo one that is planned for later', async () => {
    const policy = tier('Purchase requests to S$ 30,000');
    const planned = await updateApprovalPolicy(siti, policy, {
      validFrom: addDays(today(), 30),
      name: 'From next month',
    });
    await updateApprovalPolicy(siti, planned, { validFrom: today(), name: 'Until then' });
    expect((await policyFor(asked(2_000_000))).policy.name).toBe('Until then');
    expect((await policyFor(asked(2_000_000), db, addDays(today(), 40))).policy.name).toBe('From next month');
  });

  test('the database keeps what a version says', async () => {
    for (const broken of [
      sql`update approval_policy_versions set name = 'Other'`,
      sql`delete from approval_policy_versions`,
      sql`update approval_steps set sla_hours = 1`,
      sql`delete from approval_steps`,
    ])
      await expect(broken.execute(db)).rejects.toMatchObject({ code: '42501' });
  });

  test('a role that a policy asks is not retired while it is asked', async () => {
    const finance = await db
      .selectFrom('roles')
      .select(['id', 'version'])
      .where('code', '=', 'FINANCE-MANAGER')
      .executeTakeFirstOrThrow();
    expect(await refusal(retireRole(siti, finance))).toMatchObject({ code: 'role-asked-to-approve' });
    const stores = await db
      .selectFrom('roles')
      .select(['id', 'version'])
      .where('code', '=', 'STORE-KEEPER')
      .executeTakeFirstOrThrow();
    expect((await retireRole(siti, stores)).status).toBe('retired');
  });

  test('two who change the same policy at once: one is told that it is newer', async () => {
    const policy = tier('Purchase requests to S$ 90,000');
    const both = await Promise.allSettled([
      updateApprovalPolicy(siti, policy, { name: 'One' }),
      updateApprovalPolicy(siti, policy, { name: 'Other' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'stale-version' } });
    expect(
      await db.selectFrom('approvalPolicyVersions').select('number').where('policyId', '=', policy.id).execute(),
    ).toHaveLength(2);
  });

  test('a retired one can be taken into use again, and is offered back where it was retired', async () => {
    const made = await createApprovalPolicy(siti, kitchen({ name: 'Kitchen again' }));
    const retired = await retireApprovalPolicy(siti, made);
    expect(await getApprovalPolicy(siti, made.id)).toMatchObject({ status: 'retired', standing: 'ended' });
    const again = await restoreApprovalPolicy(siti, retired);
    expect(again.status).toBe('active');
    const path = `/settings/approval-policies/${made.id}/show`;
    const press = async (fields: Record<string, string>) => {
      const page = pageOf(path, { actor: siti, fields, params: { id: made.id } });
      await postedActs(page, policyActs(page as never).acts);
      return page.flashes[0] as Flash;
    };
    const { undo } = await press({ act: 'retire', version: String(again.version) });
    expect(undo).toEqual({ path, act: 'restore', version: again.version + 1 });
    expect((await press({ act: undo!.act, version: String(undo!.version) })).undo).toBeUndefined();
    expect(await getApprovalPolicy(siti, made.id)).toMatchObject({ status: 'active' });
  });
});
