import { signedIn } from '#lib/access/page.ts';
import { createDelegation, delegationsOf } from '#lib/approvals/delegation.server.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: signedIn(), POST: signedIn() };

/** The actor's own delegations, and those to the actor. */
export const GET = endpoint(async ({ actor }) => ({ items: await delegationsOf(actor, actor.id) }));

export const POST = endpoint(async ({ actor, body }) => created(await createDelegation(actor, await body())));
