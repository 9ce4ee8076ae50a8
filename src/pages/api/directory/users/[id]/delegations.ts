import { can } from '#lib/access/session/page.ts';
import { createDelegation, delegationsOf } from '#lib/approvals/delegation/delegation.server.ts';
import { users } from '#lib/directory/user/user.server.ts';
import { approvalDelegation, type ApprovalDelegation } from '#lib/approvals/delegation/approval-delegation.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { createEndpoint } from '#lib/records/create-endpoint.server.ts';

export const access = { GET: can('User', 'update'), POST: can('User', 'update') };

export const GET = endpoint<'id'>(async ({ actor, params }) => ({
  items: await delegationsOf(actor, (await users.get(actor, params.id, ['update'])).id),
}));

/** Appoints a delegate for somebody else. */
export const POST = createEndpoint<ApprovalDelegation, 'id'>(approvalDelegation, async ({ actor, params, input }) =>
  createDelegation(actor, input, (await users.get(actor, params.id, ['update'])).id),
);
