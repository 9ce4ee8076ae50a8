import { signedIn } from '#lib/access/session/page.ts';
import { listNotifications } from '#lib/notifications/notifications.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** The actor's own notifications. */
export const access = { GET: signedIn() };

export const GET = endpoint(({ actor, query, locals }) => listNotifications(actor, query, locals.language));
