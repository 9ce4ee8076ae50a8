import { can } from '#lib/access/session/page.ts';
import { addresses } from '#lib/directory/address.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { exportList } from '#lib/records/list/export.server.ts';

export const access = { GET: can('Address', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, addresses, query, locals));
