import { can } from '#lib/access/session/page.ts';
import { users } from '#lib/directory/user/user.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { exportList } from '#lib/records/list/export.server.ts';

export const access = { GET: can('User', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, users, query, locals));
