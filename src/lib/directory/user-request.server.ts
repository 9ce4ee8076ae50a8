import { sql } from 'kysely';
import type { Actor } from '#lib/access/actor.ts';
import { notFound } from '#lib/kernel/refusal.ts';
import { store, type ReadRow } from '#lib/kernel/store.server.ts';
import { db, type Db, type Tx } from '#lib/platform/database.server.ts';
import { registerRecord } from '#lib/platform/record-kinds.server.ts';
import { userRequest, userRequestPath, type RequestLists, type UserRequest } from './user-request.ts';

declare module '#lib/platform/database.server.ts' {
  interface Database {
    userRequests: UserRequest;
    userRequestRoles: { requestId: string; roleId: string };
    userRequestEntities: { requestId: string; businessEntityId: string };
  }
}

/** The type of user requests in number series, approval policies and tasks. */
export const DOC_TYPE = 'UR';

/** Who may write requests; each changes only one's own. */
export const REQUEST = ['request-user-creation'] as const;

const isAsked = (actor: Actor) =>
  sql<boolean>`exists (select 1 from approval_tasks t where t.doc_type = ${DOC_TYPE} and t.doc_id = user_requests.id and t.assignee_id = ${actor.id || null})`;
const waitsFor = (actor: Actor) =>
  sql<boolean>`exists (select 1 from approval_tasks t where t.doc_type = ${DOC_TYPE} and t.doc_id = user_requests.id and t.assignee_id = ${actor.id || null} and t.status = 'pending')`;
const isOwn = (actor: Actor) => sql<boolean>`user_requests.requester_id = ${actor.id || null}`;

export const userRequests = store(userRequest, {
  rights: {
    list: ['user-creation-read'],
    show: ['user-creation-show'],
    create: REQUEST,
    update: REQUEST,
    acts: { submit: REQUEST, withdraw: REQUEST, withdrawDecided: REQUEST, cancel: REQUEST },
  },
  // One's own, whatever department they are for, and what one is asked about.
  reachMore: (actor) => sql<boolean>`(${isOwn(actor)} or ${isAsked(actor)})`,
  types: { 'waiting-for-me': waitsFor, 'my-own': isOwn },
  computed: {
    roleNames: () =>
      sql`(select string_agg(r.name, ', ' order by r.name) from user_request_roles w join roles r on r.id = w.role_id where w.request_id = user_requests.id)`,
    waitingFor:
      () => sql`(select string_agg(u.full_name, ', ' order by u.full_name) from approval_tasks t join users u on u.id = t.assignee_id
      where t.doc_type = ${DOC_TYPE} and t.doc_id = user_requests.id and t.status = 'pending')`,
  },
});

registerRecord({
  of: userRequest,
  reaches: (actor, id) => userRequests.reaches(actor, id),
  mayAttach: mayAttachTo,
  mayDetach: (id, tx) => mayDetachFrom(id, tx),
  path: userRequestPath.show,
  docType: DOC_TYPE,
});

/** Whether the actor may add files: whose request it is, and whoever decides on it now. */
export async function mayAttachTo(actor: Actor, id: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from user_requests where id = ${id} and ((${isOwn(actor)} and status in ('draft', 'returned', 'pending-approval')) or ${waitsFor(actor)})`.execute(
      db,
    );
  return rows.length > 0;
}

/** Whether files may be taken away: what approvers were shown stays. In a transaction it stays so until that ends. */
export async function mayDetachFrom(id: string, tx?: Tx): Promise<boolean> {
  const { rows } =
    await sql`select 1 from user_requests where id = ${id} and status in ('draft', 'returned') ${tx ? sql`for share` : sql``}`.execute(
      tx ?? db,
    );
  return rows.length > 0;
}

export type ReadUserRequest = ReadRow<typeof userRequest> & RequestLists;

/** A request with its lists, for whoever may open it. */
export async function getUserRequest(actor: Actor, id: string): Promise<ReadUserRequest> {
  const found = await userRequests.get(actor, id);
  return { ...found, ...(await requestLists(id)) };
}

/** One's own request, to be changed; 404 for anybody else's. */
export async function ownUserRequest(actor: Actor, id: string): Promise<ReadUserRequest> {
  const found = await userRequests.get(actor, id, REQUEST);
  if (found.requesterId !== actor.id) throw notFound();
  return { ...found, ...(await requestLists(id)) };
}

/** Roles and business entities of a request, each in a steady order. */
export async function requestLists(id: string, reader: Db = db): Promise<RequestLists> {
  const { rows } = await sql<RequestLists>`select
    (select coalesce(jsonb_agg(role_id order by role_id), '[]') from user_request_roles where request_id = ${id}) as role_ids,
    (select coalesce(jsonb_agg(business_entity_id order by business_entity_id), '[]') from user_request_entities where request_id = ${id}) as business_entity_ids`.execute(
    reader,
  );
  return rows[0]!;
}

/** Replaces the lists that are given. */
export async function writeRequestLists(
  tx: Tx,
  requestId: string,
  { roleIds, businessEntityIds }: Partial<RequestLists>,
): Promise<void> {
  if (roleIds) {
    await tx.deleteFrom('userRequestRoles').where('requestId', '=', requestId).execute();
    if (roleIds.length > 0)
      await tx
        .insertInto('userRequestRoles')
        .values(roleIds.map((roleId) => ({ requestId, roleId })))
        .execute();
  }
  if (businessEntityIds) {
    await tx.deleteFrom('userRequestEntities').where('requestId', '=', requestId).execute();
    if (businessEntityIds.length > 0)
      await tx
        .insertInto('userRequestEntities')
        .values(businessEntityIds.map((businessEntityId) => ({ requestId, businessEntityId })))
        .execute();
  }
}
