import { instantNow } from '#lib/values/time.ts';
import { sql } from 'kysely';
import { actorOfPerson } from '#lib/access/session/actor.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { keptApart } from '#lib/approvals/apart.server.ts';
import type { Task } from '#lib/approvals/instance.ts';
import { approvalKind } from '#lib/approvals/kinds.server.ts';
import type { Approver, Case } from '#lib/approvals/resolve.server.ts';

/** A delegation as far as it decides who is asked. */
export interface Delegate {
  id: string;
  fromUserId: string;
  toUserId: string;
}

interface Circumstances {
  asked: Case;
  reader: Db;
  /** Who has approved an earlier step, or had somebody approve it. */
  approved?: ReadonlySet<string>;
  fourEyes?: boolean;
  /** ISO; now when left out. */
  at?: string;
}

/**
 * The people of a step, with the delegate in place of whoever is away. It stays with the person where the delegate
 * asked for the document or sent it, is asked in this step anyway, may not open such documents, or (four eyes) has
 * approved before; and for whoever has approved before no delegate is needed.
 */
export async function withDelegates(
  people: readonly Approver[],
  { asked, reader, approved = new Set(), fourEyes = false, at = instantNow() }: Circumstances,
): Promise<Approver[]> {
  const away = await delegatesFor(
    people.map(({ userId }) => userId),
    asked,
    reader,
    at,
  );
  const taken = new Set(people.map(({ userId }) => userId));
  const found: Approver[] = [];
  for (const person of people) {
    const delegate = away.find(({ fromUserId }) => fromUserId === person.userId);
    const isUsable =
      delegate &&
      !taken.has(delegate.toUserId) &&
      (fourEyes || !approved.has(person.userId)) &&
      !(fourEyes && approved.has(delegate.toUserId)) &&
      (await mayBeDelegate(delegate.toUserId, asked, reader));
    if (isUsable) taken.add(delegate.toUserId);
    found.push(
      isUsable
        ? { userId: delegate.toUserId, onBehalfOf: person.userId, delegationId: delegate.id, note: 'delegate' }
        : person,
    );
  }
  return found;
}

/**
 * Whether somebody may decide such a document for another: active, able to open it, and without a conflicting duty (its
 * requester, its sender).
 */
export async function mayBeDelegate(
  userId: string,
  asked: Pick<Case, 'docType' | 'requesterId' | 'senderId' | 'apart'>,
  reader: Db = db,
): Promise<boolean> {
  if ((await keptApart(asked, reader)).has(userId)) return false;
  const actor = await actorOfPerson(userId);
  return actor !== null && approvalKind(asked.docType).isOpenTo(actor);
}

/** Delegations that hold at an instant for these people and such a document. */
async function delegatesFor(
  people: readonly string[],
  { docType, netCents }: Case,
  reader: Db,
  at: string,
): Promise<Delegate[]> {
  if (people.length === 0) return [];
  const { rows } = await sql<Delegate>`
    select id, from_user_id, to_user_id from approval_delegations
    where status = 'active' and from_user_id = any(${people}::uuid[]) and from_at <= ${at} and to_at > ${at} and (doc_types = '{}' or ${docType} = any(doc_types)) and (max_cents is null or max_cents >= ${netCents})
    order by from_at`.execute(reader);
  return rows;
}

/**
 * Refuses (409 `delegation-is-over`) the decision of a delegate whose time has passed or was ended, whether or not the
 * task was returned yet.
 */
export async function checkDelegate(tx: Tx, task: Pick<Task, 'delegationId'>): Promise<void> {
  if (await isDelegationOver(task, tx)) throw new Refusal('delegation-is-over', 409);
}

/** Whether a task belongs to a delegate whose time has passed or was ended; stable within a transaction. */
export async function isDelegationOver({ delegationId }: Pick<Task, 'delegationId'>, tx?: Tx): Promise<boolean> {
  if (!delegationId) return false;
  const { rows } =
    await sql`select 1 from approval_delegations where id = ${delegationId} and status = 'active' and to_at > now() ${tx ? sql`for share` : sql``}`.execute(
      tx ?? db,
    );
  return rows.length === 0;
}
