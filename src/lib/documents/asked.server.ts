import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import { column } from '#lib/records/columns.server.ts';
import type { AnyDocument } from './document.ts';

/** Whether the document's approval has asked the actor, now or before. */
export function wasAskedToDecide(of: AnyDocument, actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from ${tasks(of)} and t.assignee_id = ${actor.id || null})`;
}

/** Whether a decision of the document waits for the actor. */
export function waitsForActor(of: AnyDocument, actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from ${tasks(of)} and t.assignee_id = ${actor.id || null} and t.status = 'pending')`;
}

/** Whether the actor asked for the document. */
export function isRequester(of: AnyDocument, actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`${column(of, of.requester)} = ${actor.id || null}`;
}

/** The names of those for whose decision the document waits: 'Daniel Koh, Marie Tan'. */
export function waitingFor(of: AnyDocument): RawBuilder<string> {
  return sql<string>`(select string_agg(u.full_name, ', ' order by u.full_name) from approval_tasks t join users u on u.id = t.assignee_id
    where t.doc_type = ${of.docType} and t.doc_id = ${column(of, 'id')} and t.status = 'pending')`;
}

const tasks = (of: AnyDocument) =>
  sql`approval_tasks t where t.doc_type = ${of.docType} and t.doc_id = ${column(of, 'id')}`;
