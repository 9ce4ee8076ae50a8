import { can } from '#lib/access/session/page.ts';
import { newsOf } from '#lib/notifications/notifications.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** Asked again and again by open pages: with `x-background`, so that asking does not count as use of the session. */
export const access = { GET: can('Auth', 'read') };

export const GET = endpoint(({ actor, query, locals }) => newsOf(actor, query, locals.language));
