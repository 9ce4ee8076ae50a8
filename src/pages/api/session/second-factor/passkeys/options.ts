import { beginPasskey } from '#lib/access/own-passkeys.server.ts';
import { signedIn } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: signedIn() };

/** What `navigator.credentials.create` is asked. */
export const POST = endpoint(({ actor }) => beginPasskey(actor));
