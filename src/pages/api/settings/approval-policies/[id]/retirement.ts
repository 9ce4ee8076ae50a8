import { can } from '#lib/access/page.ts';
import { restoreApprovalPolicy, retireApprovalPolicy } from '#lib/approvals/policy-writing.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('ApprovalPolicy', 'update'), DELETE: can('ApprovalPolicy', 'update') };

export const POST = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return retireApprovalPolicy(actor, seenOf(params.id, input), input);
});

export const DELETE = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return restoreApprovalPolicy(actor, seenOf(params.id, input), input);
});
