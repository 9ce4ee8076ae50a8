import { sql } from 'kysely';
import { documentStore, ownDocumentStore } from '#lib/documents/usual/document-stores.server.ts';
import { CREATE, MINE, SHOW, myPurchaseRequest, purchaseRequest, type PurchaseRequest } from './purchase-request.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    purchaseRequests: PurchaseRequest;
  }
}

const rights = { show: SHOW, create: CREATE };

export const purchaseRequests = documentStore(
  purchaseRequest,
  { ...rights, list: ['read'] },
  { types: { emergency: () => sql<boolean>`purchase_requests.purchase_path = 'emergency'` } },
);

/** The requests of the reader and of the reader's departments, as far as the My rights reach. */
export const myPurchaseRequests = ownDocumentStore(myPurchaseRequest, { ...rights, list: MINE });
