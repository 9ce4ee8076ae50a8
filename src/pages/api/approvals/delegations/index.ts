import { signedIn } from '#lib/access/session/page.ts';
import { createDelegation, delegationsOf } from '#lib/approvals/delegation/delegation.server.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: signedIn(), POST: signedIn() };

/** The actor's own delegations, and those to the actor. */
export const GET = endpoint(async ({ actor }) => ({ items: await delegationsOf(actor, actor.id) }));

export const POST = endpoint(async ({ actor, body }) => created(await createDelegation(actor, await body())));
