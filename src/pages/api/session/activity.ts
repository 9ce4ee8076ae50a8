import { signedIn } from '#lib/access/session/page.ts';
import { extendSession } from '#lib/access/session/own-sessions.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: signedIn() };

/** "Stay signed in": counts as use of the session. */
export const POST = endpoint(({ actor }) => extendSession(actor));
