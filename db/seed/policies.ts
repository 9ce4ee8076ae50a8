import { systemActor } from '#lib/values/actor.ts';
import { createApprovalPolicy } from '#lib/approvals/policy/policy-writing.server.ts';
// Registers the kinds of document that policies are for.
import '#lib/modules.server.ts';
import { usualPolicies } from '#lib/documents/registration.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';

interface StepOf {
  rule: 'department-approver' | 'department-head' | 'role';
  role?: string;
  mode?: 'any' | 'n-of';
  n?: number;
}

const head: StepOf = { rule: 'department-head' };
const role = (code: string, more: Partial<StepOf> = {}): StepOf => ({ rule: 'role', role: code, ...more });

/**
 * The default matrix of purchase requests: net cents up to, and who is asked in what order (model of purchasing, 0.6).
 */
const matrix: { name: string; upTo: number | null; steps: StepOf[] }[] = [
  { name: 'Purchase requests to S$ 1,000', upTo: 100_000, steps: [{ rule: 'department-approver' }] },
  { name: 'Purchase requests to S$ 6,000', upTo: 600_000, steps: [head] },
  { name: 'Purchase requests to S$ 30,000', upTo: 3_000_000, steps: [head, role('FINANCE-MANAGER')] },
  {
    name: 'Purchase requests to S$ 90,000',
    upTo: 9_000_000,
    steps: [head, role('FINANCE-MANAGER'), role('GENERAL-MANAGER')],
  },
  {
    name: 'Purchase requests above S$ 90,000',
    upTo: null,
    steps: [head, role('FINANCE-MANAGER'), role('GENERAL-MANAGER'), role('DIRECTOR', { mode: 'n-of', n: 2 })],
  },
];

/** Writes the default matrix once; an installation with policies is left alone. */
export async function ensureDefaultMatrix(tx: Tx): Promise<void> {
  await ensureUsualPolicies(tx);
  const known = await tx
    .selectFrom('approvalPolicies')
    .select('id')
    .where('docType', '=', 'PR')
    .limit(1)
    .executeTakeFirst();
  if (known) return;
  const roles = new Map(
    (await tx.selectFrom('roles').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]),
  );
  let from = 0;
  for (const { name, upTo, steps } of matrix) {
    await createApprovalPolicy(
      systemActor('seed'),
      {
        docType: 'PR',
        name,
        minCents: from,
        maxCents: upTo,
        steps: steps.map(({ role: code, ...step }) => ({ ...step, ...(code && { roleId: roles.get(code) }) })),
      },
      tx,
    );
    from = upTo ?? from;
  }
}

/** The policy that each kind of document declares for itself, where it has none. */
async function ensureUsualPolicies(tx: Tx): Promise<void> {
  for (const { steps, ...policy } of usualPolicies()) {
    const known = await tx.selectFrom('approvalPolicies').select('id').where('docType', '=', policy.docType).execute();
    if (known.length === 0) await createApprovalPolicy(systemActor('seed'), { ...policy, steps: [...steps] }, tx);
  }
}
