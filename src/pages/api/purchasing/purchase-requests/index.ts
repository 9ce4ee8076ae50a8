import { documentsEndpoint } from '#lib/documents/document-endpoints.server.ts';
import { purchaseRequestLife } from '#lib/purchasing/purchase-request/life.server.ts';
import { purchaseRequestWriting } from '#lib/purchasing/purchase-request/writing.server.ts';

export const { access, docs, GET, POST } = documentsEndpoint(purchaseRequestLife, purchaseRequestWriting);
