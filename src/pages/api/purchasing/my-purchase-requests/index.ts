import { can } from '#lib/access/session/page.ts';
import { ownDocumentsEndpoint } from '#lib/documents/document-endpoints.server.ts';
import { myPurchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import { MINE } from '#lib/purchasing/purchase-request/purchase-request.ts';

export const access = { GET: can('MyPurchaseRequest', ...MINE) };

export const { docs, GET } = ownDocumentsEndpoint(myPurchaseRequests);
