import { can } from '#lib/access/session/page.ts';
import { policyAsOf } from '#lib/approvals/policy/policy-versions.server.ts';
import { restorePolicyVersion, withdrawPolicyVersion } from '#lib/approvals/policy/policy-writing.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = {
  GET: can('ApprovalPolicy', 'show', 'update'),
  POST: can('ApprovalPolicy', 'update'),
  DELETE: can('ApprovalPolicy', 'update'),
};

export const GET = endpoint<'id' | 'number'>(({ actor, params }) =>
  policyAsOf(actor, params.id, Number(params.number)),
);

/** Restores the version, as a new one that takes effect today. */
export const POST = endpoint<'id' | 'number'>(async ({ actor, params, body }) => {
  const input = await body();
  return restorePolicyVersion(actor, shownVersionOf(params.id, input), { ...input, number: params.number });
});

/** Withdraws a version that has not taken effect. */
export const DELETE = endpoint<'id' | 'number'>(async ({ actor, params, body }) => {
  const input = await body();
  return withdrawPolicyVersion(actor, shownVersionOf(params.id, input), { ...input, number: params.number });
});
