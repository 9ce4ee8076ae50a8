import { sql } from 'kysely';
import type { Actor } from '#lib/access/actor.ts';
import { notify, settle } from '#lib/notifications/notify.server.ts';
import type { Tx } from '#lib/platform/database.server.ts';
import type { Decision, Instance } from './approvals.server.ts';
import { inboxSource } from './inbox.server.ts';

interface AskedTask {
  taskId: string;
  assigneeId: string;
  dueAt: string;
}

interface ToldDocument {
  number: string | null;
  title: string;
  amountCents: number;
  requester: string;
}

/**
 * Tells whoever is asked about a document now, each once for each task; `movedFrom` is who was asked before. To be called
 * when the document's row stands with its number.
 */
export async function tellAsked(tx: Tx, docType: string, docId: string, movedFrom?: string): Promise<void> {
  const { rows } = await sql<AskedTask>`
    select t.id as task_id, t.assignee_id, t.due_at from approval_tasks t
    where t.doc_type = ${docType} and t.doc_id = ${docId} and t.status = 'pending'
      and not exists (select 1 from notifications n where n.user_id = t.assignee_id and n.key = 'approval-task:' || t.id) order by t.id`.execute(tx);
  if (rows.length === 0) return;
  const { number, title, amountCents, requester } = await documentOf(tx, docType, docId);
  const { entity, path } = inboxSource(docType);
  for (const { taskId, assigneeId, dueAt } of rows) {
    await notify(tx, {
      event: movedFrom ? 'approval.task-moved' : 'approval.task-opened', to: [assigneeId], key: taskKey(taskId), link: path(docId),
      entity: { name: entity, id: docId, number }, params: { title, amountCents, requester, dueAt, ...(movedFrom && { from: movedFrom }) },
    });
  }
}

/** Tells the requester, whoever sent it and who watches that an approval has come to its end. Who decided knows. */
export async function tellEnded(tx: Tx, actor: Actor, { id, docType, docId, requesterId, senderId }: Instance, decision: Decision, comment: string | null, watchers: readonly string[]): Promise<void> {
  const { number, title, requester } = await documentOf(tx, docType, docId);
  const { entity, path } = inboxSource(docType);
  await notify(tx, {
    event: `approval.${decision}`, to: [requesterId, ...(senderId ? [senderId] : []), ...watchers].filter((userId) => userId !== actor.id), key: `approval-end:${id}`, link: path(docId),
    entity: { name: entity, id: docId, number }, params: { title, requester, by: actor.fullName, ...(comment && { quote: comment }) },
  });
}

/** These decisions wait no more: decided, taken back, passed on. */
export function settleTasks(tx: Tx, taskIds: readonly string[]): Promise<void> {
  return settle(tx, taskIds.map(taskKey));
}

const taskKey = (taskId: string): string => `approval-task:${taskId}`;

async function documentOf(tx: Tx, docType: string, docId: string): Promise<ToldDocument> {
  const { rows } = await sql<ToldDocument>`
    select d.number, d.title, d.amount_cents, u.full_name as requester from (${inboxSource(docType).documents()}) d join users u on u.id = d.requester_id where d.doc_id = ${docId}`.execute(tx);
  return rows[0]!;
}
