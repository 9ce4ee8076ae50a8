import { can } from '#lib/access/page.ts';
import { addresses } from '#lib/directory/address.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { exportList } from '#lib/platform/export.server.ts';

export const access = { GET: can('Address', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, addresses, query, locals));
