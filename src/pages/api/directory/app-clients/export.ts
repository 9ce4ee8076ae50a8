import { can } from '#lib/access/session/page.ts';
import { appClients } from '#lib/directory/app-client/app-client.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { exportList } from '#lib/records/list/export.server.ts';

export const access = { GET: can('AppClient', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, appClients, query, locals));
