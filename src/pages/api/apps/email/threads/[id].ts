import { signedIn } from '#lib/access/session/page.ts';
import { getThread } from '#lib/email/thread.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** A conversation as far as the reader has copies of it; reading it through the API does not mark it as read. */
export const access = { GET: signedIn() };

export const GET = endpoint<'id'>(({ actor, params, query }) => getThread(actor, params.id, query.get('mail')));
