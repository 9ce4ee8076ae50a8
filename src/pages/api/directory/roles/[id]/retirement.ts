import { can } from '#lib/access/session/page.ts';
import { restoreRole, retireRole } from '#lib/directory/role/role.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('Role', 'update'), DELETE: can('Role', 'update') };

export const POST = endpoint<'id'>(async ({ actor, params, body }) =>
  retireRole(actor, shownVersionOf(params.id, await body())),
);

export const DELETE = endpoint<'id'>(async ({ actor, params, body }) =>
  restoreRole(actor, shownVersionOf(params.id, await body())),
);
