import type { Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { approvalKinds } from '#lib/approvals/kinds.server.ts';
import type { ApprovalPolicy } from './approval-policy.ts';
import type { Finding } from './policy-findings.ts';
import { findingsOf, findingsFingerprint } from './policy-findings.server.ts';

/** What was known to be wrong before the change; the product itself, which makes the first policies, is not asked. */
export function knownFindings(actor: Actor, docType: string, tx: Tx): Promise<Finding[]> {
  return actor.type === 'system' || !approvalKinds().some((kind) => kind.docType === docType)
    ? Promise.resolve([])
    : findingsOf(docType, tx);
}

/** Says what would be wrong with this policy, and what else would be because of it, unless that has been accepted. */
export async function askAbout(
  actor: Actor,
  tx: Tx,
  { id, docType }: ApprovalPolicy,
  before: readonly Finding[],
  accepted: string | null | undefined,
): Promise<void> {
  if (actor.type === 'system') return;
  const findings = (await findingsOf(docType, tx)).filter(
    ({ key, policyIds }) => policyIds.includes(id) || !before.some((known) => known.key === key),
  );
  const accept = findingsFingerprint(findings);
  if (findings.length > 0 && accepted !== accept)
    throw new Refusal('policy-findings', 409, { params: { count: findings.length }, newer: { findings, accept } });
}
