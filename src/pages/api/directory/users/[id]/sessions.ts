import { can } from '#lib/access/session/page.ts';
import { endUserSessions, sessionsOf } from '#lib/directory/user/sessions.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('User', 'end-sessions'), DELETE: can('User', 'end-sessions') };

export const GET = endpoint<'id'>(async ({ actor, params }) => {
  const items = await sessionsOf(actor, params.id);
  return { items, total: items.length, page: 1, perPage: items.length };
});

export const DELETE = endpoint<'id'>(({ actor, params }) => endUserSessions(actor, params.id));
