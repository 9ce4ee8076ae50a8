import { renewRecoveryCodes } from '#lib/access/second-factor/own-second-factor.server.ts';
import { signedIn } from '#lib/access/session/page.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: signedIn() };

/** Creates new codes, shown once; the previous ones become invalid. */
export const POST = endpoint(async ({ actor }) => created(await renewRecoveryCodes(actor)));
