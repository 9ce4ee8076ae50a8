import { sql } from 'kysely';
import { restorableOf, rightsOf } from '#lib/documents/acts.server.ts';
import { isRequester } from '#lib/documents/asked.server.ts';
import { computedOf } from '#lib/documents/state/computed.server.ts';
import { documentStore } from '#lib/documents/usual/document-stores.server.ts';
import { store } from '#lib/records/store.server.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { myPurchaseRequest, purchaseRequest, type PurchaseRequest } from './purchase-request.ts';
import { CREATE, MINE, SHOW } from './rights.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    purchaseRequests: PurchaseRequest;
  }
}

export type ReadRequest = ReadRow<typeof purchaseRequest>;

const own = (actor: Actor) =>
  sql<boolean>`(${isRequester(purchaseRequest, actor)} or purchase_requests.created_by = ${actor.id || null})`;
const ofDepartment = (actor: Actor) =>
  sql<boolean>`purchase_requests.department_id = any(${actor.departmentTreeIds}::uuid[])`;

const rights = { show: SHOW, create: CREATE };

export const purchaseRequests = documentStore(
  purchaseRequest,
  { ...rights, list: ['read'] },
  { types: { emergency: () => sql<boolean>`purchase_requests.purchase_path = 'emergency'` } },
);

/** The requests of the reader and of the reader's departments, as far as the My rights reach. */
export const myPurchaseRequests = store(myPurchaseRequest, {
  rights: rightsOf(purchaseRequest, { ...rights, list: MINE }),
  computed: computedOf(purchaseRequest),
  restorable: restorableOf(purchaseRequest),
  types: {
    'all-my-requests': own,
    'my-drafts': own,
    'my-pending': own,
    'my-returned': own,
    'my-rejected': own,
    'my-department-requests': ofDepartment,
    'my-department-pending': ofDepartment,
  },
});
