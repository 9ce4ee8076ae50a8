import { signedIn } from '#lib/access/session/page.ts';
import { createDelegation, delegationsOf } from '#lib/approvals/delegation/delegation.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { createEndpoint } from '#lib/records/create-endpoint.server.ts';
import { approvalDelegation } from '#lib/approvals/delegation/approval-delegation.ts';

export const access = { GET: signedIn(), POST: signedIn() };

/** The actor's own delegations, and those to the actor. */
export const GET = endpoint(async ({ actor }) => ({ items: await delegationsOf(actor, actor.id) }));

export const POST = createEndpoint(approvalDelegation, ({ actor, input }) => createDelegation(actor, input));
