import { can } from '#lib/access/session/page.ts';
import { getApprovalPolicy } from '#lib/approvals/policy/approval-policy.server.ts';
import { updateApprovalPolicy } from '#lib/approvals/policy/policy-writing.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('ApprovalPolicy', 'show', 'update'), PATCH: can('ApprovalPolicy', 'update') };

export const GET = endpoint<'id'>(({ actor, params }) => getApprovalPolicy(actor, params.id));

/**
 * A new version; 409 `policy-findings` lists the problems it would cause, and `newer.accept` what to send as
 * `accepted`.
 */
export const PATCH = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return updateApprovalPolicy(actor, shownVersionOf(params.id, input), input);
});
