import { bulkAccess, documentBulk } from '#lib/documents/usual/document-lists.server.ts';
import { purchaseRequestLife } from '#lib/purchasing/purchase-request/life.server.ts';
import { myPurchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import { purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';

export const access = bulkAccess(purchaseRequest);

export const { POST } = documentBulk(purchaseRequestLife, myPurchaseRequests);
