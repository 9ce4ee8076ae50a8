import { can } from '#lib/access/session/page.ts';
import { restoreApprovalPolicy, retireApprovalPolicy } from '#lib/approvals/policy/policy-writing.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('ApprovalPolicy', 'update'), DELETE: can('ApprovalPolicy', 'update') };

export const POST = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return retireApprovalPolicy(actor, shownVersionOf(params.id, input), input);
});

export const DELETE = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return restoreApprovalPolicy(actor, shownVersionOf(params.id, input), input);
});
