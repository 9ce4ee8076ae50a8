import { can } from '#lib/access/session/page.ts';
import { getRole, updateRole } from '#lib/directory/role/role.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('Role', 'show', 'update'), PATCH: can('Role', 'update') };

/** With `permissions`: the rights of the role. */
export const GET = endpoint<'id'>(({ actor, params }) => getRole(actor, params.id));

export const PATCH = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return updateRole(actor, shownVersionOf(params.id, input), input);
});
