import { can } from '#lib/access/page.ts';
import { appClients } from '#lib/directory/app-client.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { exportList } from '#lib/platform/export.server.ts';

export const access = { GET: can('AppClient', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, appClients, query, locals));
