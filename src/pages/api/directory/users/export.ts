import { can } from '#lib/access/page.ts';
import { users } from '#lib/directory/user.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { exportList } from '#lib/platform/export.server.ts';

export const access = { GET: can('User', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, users, query, locals));
