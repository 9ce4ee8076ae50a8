import { sql } from 'kysely';
import { rightsOf } from '#lib/documents/acts.server.ts';
import { isRequester, waitingFor, waitsFor, wasAsked } from '#lib/documents/asked.server.ts';
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

const rights = rightsOf(purchaseRequest, { list: ['read'], show: SHOW, create: CREATE });
const computed = { waitingFor: () => waitingFor(purchaseRequest) };

export const purchaseRequests = store(purchaseRequest, {
  rights,
  computed,
  reachMore: (actor) => wasAsked(purchaseRequest, actor),
  types: {
    'pending-my-approval': (actor) => waitsFor(purchaseRequest, actor),
    emergency: () => sql<boolean>`purchase_requests.purchase_path = 'emergency'`,
    'on-hold': () => sql<boolean>`purchase_requests.on_hold`,
  },
});

/** The requests of the reader and of the reader's departments, as far as the My rights reach. */
export const myPurchaseRequests = store(myPurchaseRequest, {
  rights: { ...rights, list: MINE },
  computed,
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
