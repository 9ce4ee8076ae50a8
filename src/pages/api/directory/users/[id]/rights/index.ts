import { can } from '#lib/access/session/page.ts';
import { explainRights } from '#lib/directory/rights/user-rights.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('User', 'explain') };

/** What the person may do, how far, and through which roles. */
export const GET = endpoint<'id'>(async ({ actor, params }) => {
  const { rights, roles } = await explainRights(actor, params.id);
  return { rights, roles: roles.map(({ id, name, status }) => ({ id, name, status })) };
});
