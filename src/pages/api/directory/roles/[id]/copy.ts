import { can } from '#lib/access/session/page.ts';
import { copyRole } from '#lib/directory/role/role.server.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('Role', 'create') };

/** `{ code, name }` of the copy. */
export const POST = endpoint<'id'>(async ({ actor, params, body }) =>
  created(await copyRole(actor, params.id, await body())),
);
