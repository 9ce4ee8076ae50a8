import { v7 as uuid } from 'uuid';
import type { ApproverRule, StepMode } from '#lib/approvals/policy.server.ts';
import type { Tx } from '#lib/platform/database.server.ts';

interface StepOf {
  rule: ApproverRule;
  param?: string;
  mode?: StepMode;
  n?: number;
}

const head: StepOf = { rule: 'department-head' };
const role = (param: string, more: Partial<StepOf> = {}): StepOf => ({ rule: 'role', param, ...more });

/** The default matrix of purchase requests: net cents up to, and who is asked in what order (model of purchasing, 0.6). */
const matrix: { name: string; upTo: number | null; steps: StepOf[] }[] = [
  { name: 'Purchase requests to S$ 1,000', upTo: 100_000, steps: [{ rule: 'department-approver' }] },
  { name: 'Purchase requests to S$ 6,000', upTo: 600_000, steps: [head] },
  { name: 'Purchase requests to S$ 30,000', upTo: 3_000_000, steps: [head, role('FINANCE-MANAGER')] },
  { name: 'Purchase requests to S$ 90,000', upTo: 9_000_000, steps: [head, role('FINANCE-MANAGER'), role('GENERAL-MANAGER')] },
  { name: 'Purchase requests above S$ 90,000', upTo: null, steps: [head, role('FINANCE-MANAGER'), role('GENERAL-MANAGER'), role('DIRECTOR', { mode: 'n-of', n: 2 })] },
];

/** Writes the default matrix once; an installation that has policies keeps its own. */
export async function ensureDefaultMatrix(tx: Tx): Promise<void> {
  const known = await tx.selectFrom('approvalPolicies').select('id').where('docType', '=', 'PR').limit(1).executeTakeFirst();
  if (known) return;
  let from = 0;
  for (const { name, upTo, steps } of matrix) {
    const id = uuid();
    await tx.insertInto('approvalPolicies').values({ id, name, docType: 'PR', minCents: from, maxCents: upTo } as never).execute();
    await tx.insertInto('approvalSteps').values(steps.map(({ rule, param = null, mode = 'any', n = null }, index) =>
      ({ id: uuid(), policyId: id, seq: index + 1, mode, n, approverRule: rule, ruleParam: param })) as never).execute();
    from = upTo ?? from;
  }
}
