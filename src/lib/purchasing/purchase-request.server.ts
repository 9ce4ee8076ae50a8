import { sql } from 'kysely';
import type { Actor } from '#lib/access/actor.ts';
import { store, type ReadRow } from '#lib/kernel/store.server.ts';
import { db, type Tx } from '#lib/platform/database.server.ts';
import { describeMore } from '#lib/platform/api/api-document.server.ts';
import { registerRecord } from '#lib/platform/record-kinds.server.ts';
import { requestPath } from './purchase-request-paths.ts';
import { CANCEL, CREATE, EDIT, MINE, SHOW, SUBMIT, WITHDRAW } from './purchase-request-rights.ts';
import { REQUEST_MORE } from './purchase-request-docs.ts';
import { myPurchaseRequest, purchaseRequest, type PurchaseRequest } from './purchase-request.ts';

declare module '#lib/platform/database.server.ts' {
  interface Database {
    purchaseRequests: PurchaseRequest;
  }
}

export type ReadRequest = ReadRow<typeof purchaseRequest>;

const waitingFor = () => sql<string>`(
  select string_agg(u.full_name, ', ' order by u.full_name) from approval_tasks t join users u on u.id = t.assignee_id
  where t.doc_id = purchase_requests.id and t.status = 'pending')`;
const asked = (actor: Actor) =>
  sql<boolean>`exists (select 1 from approval_tasks t where t.doc_id = purchase_requests.id and t.assignee_id = ${actor.id || null})`;
const waitsFor = (actor: Actor) => sql<boolean>`exists (
  select 1 from approval_tasks t where t.doc_id = purchase_requests.id and t.assignee_id = ${actor.id || null} and t.status = 'pending')`;
const own = (actor: Actor) =>
  sql<boolean>`(purchase_requests.requester_id = ${actor.id || null} or purchase_requests.created_by = ${actor.id || null})`;
const ofDepartment = (actor: Actor) =>
  sql<boolean>`purchase_requests.department_id = any(${actor.departmentTreeIds}::uuid[])`;

const rights = {
  list: ['read'],
  show: SHOW,
  create: CREATE,
  update: EDIT,
  acts: {
    submit: SUBMIT,
    withdraw: WITHDRAW,
    withdrawDecided: WITHDRAW,
    cancel: CANCEL,
  },
} as const;

const read = {
  reachMore: asked,
  computed: { waitingFor },
};

export const purchaseRequests = store(purchaseRequest, {
  rights,
  ...read,
  types: {
    'pending-my-approval': waitsFor,
    emergency: () => sql<boolean>`purchase_requests.purchase_path = 'emergency'`,
  },
});

/** The requests of the reader and of the reader's departments, as far as the My rights reach. */
export const myPurchaseRequests = store(myPurchaseRequest, {
  rights: { ...rights, list: MINE },
  ...read,
  reachMore: undefined,
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

describeMore(purchaseRequest, REQUEST_MORE);

registerRecord({
  of: purchaseRequest,
  reaches: (actor, id) => purchaseRequests.reaches(actor, id),
  mayAttach: mayAttachTo,
  mayDetach: (id, tx) => mayDetachFrom(id, tx),
  path: requestPath.show,
  docType: 'PR',
});

/**
 * Whether files may be taken away: what approvers were shown stays, from the first sending on but while it is returned.
 * In a transaction it stays so until that ends: sending the request waits, and then misses what was taken away.
 */
export async function mayDetachFrom(id: string, tx?: Tx): Promise<boolean> {
  const { rows } =
    await sql`select 1 from purchase_requests where id = ${id} and status in ('draft', 'returned') ${tx ? sql`for share` : sql``}`.execute(
      tx ?? db,
    );
  return rows.length > 0;
}

/** Whether the actor may add files: who may change the request, and whoever decides on it now. */
export async function mayAttachTo(actor: Actor, id: string): Promise<boolean> {
  if (await purchaseRequests.reaches(actor, id, EDIT)) return true;
  const { rows } = await sql`select 1 from purchase_requests where id = ${id} and ${waitsFor(actor)}`.execute(db);
  return rows.length > 0;
}
