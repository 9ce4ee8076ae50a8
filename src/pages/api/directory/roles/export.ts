import { can } from '#lib/access/page.ts';
import { roles } from '#lib/directory/role.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { exportList } from '#lib/platform/export.server.ts';

export const access = { GET: can('Role', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, roles, query, locals));
