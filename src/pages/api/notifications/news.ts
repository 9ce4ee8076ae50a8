import { signedIn } from '#lib/access/session/page.ts';
import { bellStateOf } from '#lib/notifications/notifications.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** Polled by open pages: with `x-background`, so that polling does not count as use of the session. */
export const access = { GET: signedIn() };

export const GET = endpoint(({ actor, query, locals }) => bellStateOf(actor, query, locals.language));
