import { proveIdentity } from '#lib/access/second-factor/identity-proof.server.ts';
import { signedIn } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: signedIn() };

/**
 * `{ password }`, or with a second factor `{ code | recoveryCode | assertion }`: permits sensitive acts for ten
 * minutes.
 */
export const POST = endpoint(async ({ actor, body }) => proveIdentity(actor, await body()));
