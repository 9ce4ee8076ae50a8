import { can } from '#lib/access/page.ts';
import { getThread } from '#lib/email/thread.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

/** A conversation as far as the reader has copies of it; opening it by the API reads nothing. */
export const access = { GET: can('Auth', 'read') };

export const GET = endpoint(({ actor, params, query, locals }) =>
  getThread(actor, params.id!, query.get('mail'), locals.language),
);
