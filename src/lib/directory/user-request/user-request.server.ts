import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import { notFound } from '#lib/values/refusal.ts';
import { store } from '#lib/records/store.server.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { restorableOf, rightsOf } from '#lib/documents/acts.server.ts';
import { isRequester, waitsForActor, wasAskedToDecide } from '#lib/documents/asked.server.ts';
import { computedOf } from '#lib/documents/state/computed.server.ts';
import { REQUEST, SHOW, userRequest, type RequestLists, type UserRequest } from './user-request.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    userRequests: UserRequest;
    userRequestRoles: { requestId: string; roleId: string };
    userRequestEntities: { requestId: string; businessEntityId: string };
  }
}

export const userRequests = store(userRequest, {
  rights: rightsOf(userRequest, { list: ['user-creation-read'], show: SHOW, create: REQUEST }),
  lists: requestLists,
  restorable: restorableOf(userRequest),
  // One's own, whatever department they are for, and what one is asked about.
  reachMore: (actor) => sql<boolean>`(${isRequester(userRequest, actor)} or ${wasAskedToDecide(userRequest, actor)})`,
  types: {
    'waiting-for-me': (actor) => waitsForActor(userRequest, actor),
    'my-own': (actor) => isRequester(userRequest, actor),
    'on-hold': () => sql<boolean>`user_requests.on_hold`,
  },
  computed: {
    roleNames: () =>
      sql`(select string_agg(r.name, ', ' order by r.name) from user_request_roles w join roles r on r.id = w.role_id where w.request_id = user_requests.id)`,
    ...computedOf(userRequest),
  },
});

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
