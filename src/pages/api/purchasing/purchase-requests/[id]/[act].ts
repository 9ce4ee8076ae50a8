import { actAccess } from '#lib/documents/act-access.ts';
import { actEndpoint } from '#lib/documents/act-endpoint.server.ts';
import { purchaseRequestLife } from '#lib/purchasing/purchase-request/life.server.ts';
import { SHOW, purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';

export const access = actAccess(purchaseRequest, SHOW);

export const { POST, DELETE } = actEndpoint(purchaseRequestLife);
