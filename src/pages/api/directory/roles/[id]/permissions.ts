import { can } from '#lib/access/session/page.ts';
import { saveRolePermissions } from '#lib/directory/role/permissions.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { PUT: can('Role', 'update') };

/** `{ version, permissions: [{ subject, action, condition }], reason }`: all rights of the role from now on. */
export const PUT = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return saveRolePermissions(actor, shownVersionOf(params.id, input), input);
});
