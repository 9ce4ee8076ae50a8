import { passkeyCreationOptions } from '#lib/access/second-factor/own-passkeys.server.ts';
import { signedIn } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: signedIn() };

/** What `navigator.credentials.create` is asked. */
export const POST = endpoint(({ actor }) => passkeyCreationOptions(actor));
