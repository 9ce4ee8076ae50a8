import { can } from '#lib/access/session/page.ts';
import { previewRoleChange } from '#lib/directory/role/effect.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('Role', 'update') };

/**
 * Who would gain and who would lose rights: `?add=PurchaseOrder:approve&remove=Vendor:update-bank`, each repeatable.
 */
export const GET = endpoint<'id'>(({ actor, params, query }) =>
  previewRoleChange(actor, params.id, { add: query.getAll('add'), remove: query.getAll('remove') }),
);
