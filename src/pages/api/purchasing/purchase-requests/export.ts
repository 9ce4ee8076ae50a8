import { can } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { exportList } from '#lib/platform/export.server.ts';
import { listMeant } from '#lib/purchasing/purchase-request-list.server.ts';

export const access = { GET: can('PurchaseRequest', 'export') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, listMeant(actor, query), query, locals));
