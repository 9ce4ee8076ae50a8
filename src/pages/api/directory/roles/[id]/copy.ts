import { can } from '#lib/access/session/page.ts';
import { copyRole } from '#lib/directory/role/role.server.ts';
import { role, type Role } from '#lib/directory/role/role.ts';
import { createEndpoint } from '#lib/records/create-endpoint.server.ts';

export const access = { POST: can('Role', 'create') };

/** `{ code, name }` of the copy. */
export const POST = createEndpoint<Role, 'id'>(role, ({ actor, params, input }) => copyRole(actor, params.id, input));
