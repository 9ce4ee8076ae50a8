import { can } from '#lib/access/session/page.ts';
import { restoreRoleVersion } from '#lib/directory/role/permissions.server.ts';
import { roleVersions } from '#lib/directory/role/versions.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('Role', 'show', 'update'), POST: can('Role', 'update') };

export const GET = endpoint<'id'>(async ({ actor, params }) => {
  const items = await roleVersions(actor, params.id);
  return { items, total: items.length, page: 1, perPage: items.length };
});

/** `{ version, number, reason }`: restores the rights of version `number` as a new version. */
export const POST = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return restoreRoleVersion(actor, shownVersionOf(params.id, input), input);
});
