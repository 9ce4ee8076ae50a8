import { can } from '#lib/access/session/page.ts';
import { explainRights } from '#lib/directory/rights/user-rights.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('User', 'explain') };

/** The person's rights, their reach, and the roles they come from. */
export const GET = endpoint<'id'>(async ({ actor, params }) => {
  const { rights, roles } = await explainRights(actor, params.id);
  return { rights, roles: roles.map(({ id, name, status }) => ({ id, name, status })) };
});
