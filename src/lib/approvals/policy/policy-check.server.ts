import type { FieldError } from '#lib/values/refusal.ts';
import { today } from '#lib/values/time.ts';
import type { ApprovalPolicy } from './approval-policy.ts';
import type { PolicyLists } from './approval-policy.server.ts';
import { approvalKinds } from '#lib/approvals/kinds.server.ts';
import { stepFaults } from './policy-steps.server.ts';

type Entered = Pick<
  ApprovalPolicy,
  'docType' | 'businessEntityId' | 'minCents' | 'maxCents' | 'validFrom' | 'validTo'
> &
  PolicyLists;

/** Everything that is wrong with a policy by itself, at its fields. */
export function policyFaults(policy: Entered): FieldError[] {
  const { docType, minCents, maxCents, validFrom, validTo, steps } = policy;
  const kind = approvalKinds().find((one) => one.docType === docType);
  const faults: FieldError[] = [];
  const fault = (path: string, code: string, params?: Record<string, unknown>) => faults.push({ path, code, params });
  if (!kind) fault('docType', 'not-a-choice');
  if (maxCents !== null && maxCents <= minCents) fault('maxCents', 'not-above-minimum');
  if (validFrom < today()) fault('validFrom', 'in-the-past', { date: validFrom });
  if (validTo !== null && validTo < validFrom) fault('validTo', 'before-the-start');
  if (steps.length === 0) fault('steps', 'no-steps');
  steps.forEach(({ mayEdit }, index) => {
    if (kind && mayEdit.some((name) => !(kind.editable as readonly string[]).includes(name)))
      fault(`steps.${index}.mayEdit`, 'not-a-choice');
  });
  return [...faults, ...stepFaults(steps)];
}
