import { addPasskey } from '#lib/access/second-factor/own-passkeys.server.ts';
import { signedIn } from '#lib/access/session/page.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: signedIn() };

/** `{ name, attestation }`: what `navigator.credentials.create` answered. */
export const POST = endpoint(async ({ actor, body }) => created(await addPasskey(actor, await body())));
