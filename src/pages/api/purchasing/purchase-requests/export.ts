import { can } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { exportList } from '#lib/records/list/export.server.ts';
import { listMeant } from '#lib/purchasing/purchase-request/list.server.ts';

export const access = { GET: can('PurchaseRequest', 'export') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, listMeant(actor, query), query, locals));
