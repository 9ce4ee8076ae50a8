import { can } from '#lib/access/page.ts';
import { explainRights } from '#lib/directory/user-rights.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('User', 'explain') };

/** What the person may do, how far, and through which roles. */
export const GET = endpoint(async ({ actor, params }) => {
  const { rights, roles } = await explainRights(actor, params.id!);
  return { rights, roles: roles.map(({ id, name, status }) => ({ id, name, status })) };
});
