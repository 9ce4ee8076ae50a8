import { can } from '#lib/access/session/page.ts';
import { roles } from '#lib/directory/role/role.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { exportList } from '#lib/records/list/export.server.ts';

export const access = { GET: can('Role', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, roles, query, locals));
