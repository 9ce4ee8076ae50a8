import { can } from '#lib/access/session/page.ts';
import { departments } from '#lib/directory/department.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { exportList } from '#lib/records/list/export.server.ts';

export const access = { GET: can('Department', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, departments, query, locals));
