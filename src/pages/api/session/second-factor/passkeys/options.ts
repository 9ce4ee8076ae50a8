import { passkeyCreationOptions } from '#lib/access/second-factor/own-passkeys.server.ts';
import { signedIn } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: signedIn() };

/** The options for `navigator.credentials.create`. */
export const POST = endpoint(({ actor }) => passkeyCreationOptions(actor));
