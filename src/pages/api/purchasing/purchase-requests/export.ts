import { documentExport } from '#lib/documents/document-endpoints.server.ts';
import { purchaseRequestLife } from '#lib/purchasing/purchase-request/life.server.ts';
import { myPurchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';

export const { access, GET } = documentExport(purchaseRequestLife, myPurchaseRequests);
