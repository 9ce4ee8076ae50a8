import { addPasskey } from '#lib/access/second-factor/own-passkeys.server.ts';
import { signedIn } from '#lib/access/session/page.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: signedIn() };

/** `{ name, attestation }`: the result of `navigator.credentials.create`. */
export const POST = endpoint(async ({ actor, body }) => created(await addPasskey(actor, await body())));
