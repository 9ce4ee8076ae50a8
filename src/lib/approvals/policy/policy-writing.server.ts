import { requirePersonWithProof } from '#lib/access/session/step-up.server.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { personId, type Actor } from '#lib/values/actor.ts';
import { inputSchema, isOnForm, type InputOf } from '#lib/records/entity.ts';
import { parse } from '#lib/values/parse.ts';
import { Refusal, invalid, notFound } from '#lib/values/refusal.ts';
import { sameValues } from '#lib/values/same-values.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { today } from '#lib/values/time.ts';
import { inTransaction, transaction, type Tx } from '#lib/process/database/database.server.ts';
import { approvalPolicies, listsOf, type FullPolicy, type PolicyLists } from './approval-policy.server.ts';
import { approvalPolicy, type ApprovalPolicy } from './approval-policy.ts';
import { askAbout, knownFindings } from './accepted-findings.server.ts';
import { policyFaults } from './policy-check.server.ts';
import { orderedSteps, writeSteps, type EnteredStep } from './policy-steps.server.ts';
import { contentOf } from './policy.server.ts';
import { REASON_MAX } from '#lib/values/constants.ts';
import { wordsOrNull } from '#lib/values/entry-schemas.ts';
import { picked } from '#lib/values/entries.ts';

type Entered = Omit<InputOf<typeof approvalPolicy>, 'steps'> & PolicyLists;

/** What comes along with a change: why it is made, and the findings that were read and taken in. */
const besideSchema = z.object({
  reason: wordsOrNull(REASON_MAX),
  accepted: z.string().max(40).nullish(),
});
const VERSIONED = approvalPolicy.form.filter((name) => name !== 'docType');
const LISTS = ['departmentIds', 'expenseCategoryIds', 'steps'] as const;

/**
 * Makes a policy in its first version. What it leaves unclear or undecided (`policy-findings`, 409 with the findings
 * and what accepts them) is said before it is saved; whoever sends `accepted` with it has read that. As every write of
 * a policy it asks for a proof of identity (403 `step-up-needed`).
 */
export function createApprovalPolicy(actor: Actor, input: unknown, within?: Tx): Promise<ApprovalPolicy> {
  const { reason, accepted } = parse(besideSchema, input);
  const entered = parse(inputSchema(approvalPolicy), {
    priority: 0,
    minCents: 0,
    validFrom: today(),
    ...(input as object),
  });
  const policy = ordered(entered);
  const work = async (tx: Tx) => {
    const before = await knownFindings(actor, policy.docType, tx);
    const made = await approvalPolicies.create(actor, policy, async () => check(actor, policy), {
      tx,
      params: said(1, reason),
      after: (row) => writeVersion(tx, actor, row, 1, reason),
    });
    await askAbout(actor, tx, made, before, accepted);
    return made;
  };
  return inTransaction(within, work);
}

/**
 * Changes a policy by a new version that counts from `validFrom` on (today, unless a later day is sent); what is left
 * out stays. Documents under way keep the version they began with. Refuses like `createApprovalPolicy`.
 */
export function updateApprovalPolicy(actor: Actor, seen: ShownVersion, input: unknown): Promise<ApprovalPolicy> {
  const sent = Object.fromEntries(
    Object.entries((input ?? {}) as object).filter(
      ([name, value]) => name !== 'docType' && isOnForm(approvalPolicy, name) && value !== undefined,
    ),
  );
  return transaction((tx) => change(actor, seen, sent, input, tx, {}));
}

const numberSchema = z.object({
  number: z.coerce.number('required').int('not-whole').min(1, 'too-small').max(100_000, 'too-large'),
});

/** Takes an earlier version up again: as a new version that counts from today. */
export function restorePolicyVersion(actor: Actor, seen: ShownVersion, input: unknown): Promise<ApprovalPolicy> {
  const { number } = parse(numberSchema, input);
  return transaction(async (tx) => {
    const version = await tx
      .selectFrom('approvalPolicyVersions')
      .selectAll()
      .where('policyId', '=', seen.id)
      .where('number', '=', number)
      .executeTakeFirst();
    if (!version) throw notFound();
    const content = {
      ...contentOf(version),
      validFrom: today(),
      validTo: null,
      ...(await listsOf(seen.id, number, tx)),
    };
    return change(actor, seen, content, input, tx, { restored: number });
  });
}

/**
 * Takes a version back that has not begun: it never counts. 409 `version-has-begun`, or `only-version` for a policy
 * that has no other.
 */
export function withdrawPolicyVersion(actor: Actor, seen: ShownVersion, input: unknown): Promise<ApprovalPolicy> {
  const { number } = parse(numberSchema, input);
  return transaction(async (tx) => {
    const before = await lockedPolicy(actor, seen, tx);
    requirePersonWithProof(actor);
    const findings = await knownFindings(actor, before.docType, tx);
    const versions = await tx
      .selectFrom('approvalPolicyVersions')
      .selectAll()
      .where('policyId', '=', seen.id)
      .where('withdrawnAt', 'is', null)
      .orderBy('number', 'desc')
      .execute();
    const version = versions.find((one) => one.number === number);
    if (!version) throw notFound();
    if (version.validFrom <= today()) throw new Refusal('version-has-begun', 409);
    const newest = versions.find((one) => one.number !== number);
    if (!newest) throw new Refusal('only-version', 409);
    await tx
      .updateTable('approvalPolicyVersions')
      .set({ withdrawnAt: new Date().toISOString(), withdrawnBy: personId(actor) })
      .where('policyId', '=', seen.id)
      .where('number', '=', number)
      .execute();
    const after = await listsOf(seen.id, newest.number, tx);
    const row = await approvalPolicies.update(
      actor,
      seen,
      {},
      async () => ({ ...contentOf(newest), beforeLists: listsIn(before) }),
      { tx, event: 'version-withdrawn', params: { number }, also: { ...after } },
    );
    await askAbout(actor, tx, row, findings, parse(besideSchema, input).accepted);
    return row;
  });
}

/** The policy counts no more, from now on; documents under way go on. */
export function retireApprovalPolicy(actor: Actor, seen: ShownVersion, input: unknown = {}): Promise<ApprovalPolicy> {
  return turn(actor, 'retire', seen, input);
}

/** The policy counts again, as its newest versions say. */
export function restoreApprovalPolicy(actor: Actor, seen: ShownVersion, input: unknown = {}): Promise<ApprovalPolicy> {
  return turn(actor, 'restore', seen, input);
}

async function turn(
  actor: Actor,
  act: 'retire' | 'restore',
  seen: ShownVersion,
  input: unknown,
): Promise<ApprovalPolicy> {
  const { reason, accepted } = parse(besideSchema, input);
  return transaction(async (tx) => {
    const { docType } = await approvalPolicies.get(actor, seen.id, ['update'], tx);
    requirePersonWithProof(actor);
    const before = await knownFindings(actor, docType, tx);
    const row = await approvalPolicies.transition(actor, act, seen, undefined, {
      tx,
      params: reason ? { reason } : {},
    });
    await askAbout(actor, tx, row, before, accepted);
    return row;
  });
}

async function change(
  actor: Actor,
  seen: ShownVersion,
  sent: Record<string, unknown>,
  input: unknown,
  tx: Tx,
  params: Record<string, unknown>,
): Promise<ApprovalPolicy> {
  const { reason, accepted } = parse(besideSchema, input);
  const before = await lockedPolicy(actor, seen, tx);
  const entered = parse(inputSchema(approvalPolicy, VERSIONED), { ...picked(before, VERSIONED), ...sent });
  // A start in the past is that of the current version: the change takes effect today.
  const validFrom =
    sent['validFrom'] === undefined || entered.validFrom === before.validFrom
      ? laterOf(today(), before.validFrom)
      : entered.validFrom;
  const policy = { ...ordered(entered), docType: before.docType, validFrom };
  const told = VERSIONED.filter((name) => name !== 'validFrom');
  if (validFrom === laterOf(today(), before.validFrom) && sameValues({ ...before }, { ...policy }, told)) return before;
  const findings = await knownFindings(actor, before.docType, tx);
  const {
    rows: [last],
  } = await sql<{
    number: number;
  }>`select max(number) as number from approval_policy_versions where policy_id = ${seen.id}`.execute(tx);
  const number = last!.number + 1;
  const row = await approvalPolicies.update(
    actor,
    seen,
    picked(policy, VERSIONED),
    async () => {
      check(actor, policy);
      return { beforeLists: listsIn(before) };
    },
    {
      tx,
      takenFrom: before,
      params: { ...said(number, reason), ...params },
      after: (made) => writeVersion(tx, actor, made, number, reason),
      event: params['restored'] ? 'version-restored' : undefined,
    },
  );
  await askAbout(actor, tx, row, findings, accepted);
  return row;
}

/** Lists in one order, so that two versions can be compared. */
const ordered = <P extends Pick<InputOf<typeof approvalPolicy>, (typeof LISTS)[number]>>(policy: P) => ({
  ...policy,
  departmentIds: policy.departmentIds.toSorted(),
  expenseCategoryIds: policy.expenseCategoryIds.toSorted(),
  steps: orderedSteps(policy.steps),
});
const said = (number: number, reason: string | null) => ({ number, ...(reason && { reason }) });
const laterOf = (one: string, other: string) => (one > other ? one : other);
const listsIn = (policy: PolicyLists) => picked(policy, LISTS);

async function lockedPolicy(actor: Actor, seen: ShownVersion, tx: Tx): Promise<FullPolicy> {
  await tx.selectFrom('approvalPolicies').select('id').where('id', '=', seen.id).forUpdate().execute();
  const record = await approvalPolicies.get(actor, seen.id, ['update'], tx);
  return { ...record, ...(await listsOf(record.id, Number(record['number']), tx)) } as FullPolicy;
}

function check(actor: Actor, policy: Entered): void {
  const faults = policyFaults(policy);
  if (faults.length > 0) throw invalid(faults);
  requirePersonWithProof(actor);
}

async function writeVersion(
  tx: Tx,
  actor: Actor,
  row: ApprovalPolicy & PolicyLists,
  number: number,
  reason: string | null,
): Promise<void> {
  const { id: policyId, departmentIds, expenseCategoryIds, steps } = row;
  await tx
    .insertInto('approvalPolicyVersions')
    .values({ policyId, number, ...contentOf(row), reason, madeBy: personId(actor) })
    .execute();
  if (departmentIds.length > 0)
    await tx
      .insertInto('approvalPolicyDepartments')
      .values(departmentIds.map((departmentId) => ({ policyId, number, departmentId })))
      .execute();
  if (expenseCategoryIds.length > 0)
    await tx
      .insertInto('approvalPolicyCategories')
      .values(expenseCategoryIds.map((expenseCategoryId) => ({ policyId, number, expenseCategoryId })))
      .execute();
  await writeSteps(tx, policyId, number, steps as EnteredStep[]);
}
