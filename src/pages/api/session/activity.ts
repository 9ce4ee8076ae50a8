import { signedIn } from '#lib/access/page.ts';
import { keepAlive } from '#lib/access/session.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: signedIn() };

/** "Stay signed in": counts as use of the session. */
export const POST = endpoint(({ actor }) => keepAlive(actor));
