import { can } from '#lib/access/session/page.ts';
import { documentBulk } from '#lib/documents/usual/document-lists.server.ts';
import { purchaseRequestLife } from '#lib/purchasing/purchase-request/life.server.ts';
import { myPurchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import { CANCEL } from '#lib/purchasing/purchase-request/purchase-request.ts';

export const access = { POST: can('PurchaseRequest', ...CANCEL) };

// Nobody approves a title: not here.
export const { POST } = documentBulk(purchaseRequestLife, ['withdraw', 'cancel', 'delete'], myPurchaseRequests);
