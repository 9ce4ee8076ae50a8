import { can } from '#lib/access/page.ts';
import { copyRole } from '#lib/directory/role.server.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('Role', 'create') };

/** `{ code, name }` of the copy. */
export const POST = endpoint(async ({ actor, params, body }) =>
  created(await copyRole(actor, params.id!, await body())),
);
