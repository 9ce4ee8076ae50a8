import { sql } from 'kysely';
import { accountPath } from '#lib/access/paths.ts';
import { administrators } from '#lib/access/account/administrators.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { EventName } from '#lib/notifications/events.ts';
import { notify, settleNotifications } from '#lib/notifications/notify.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { approvalPolicy } from './policy/approval-policy.ts';
import type { Decision, Instance } from './instance.ts';
import { decisionPath, limitBelow } from './inbox/decision-link.server.ts';
import type { NamedDelegation } from '#lib/approvals/delegation/approval-delegation.ts';
import { approvalKind, documentRow } from './kinds.server.ts';

/** A task that waits, with of whom the decision is where it is another's. */
export interface AskedTask {
  id: string;
  docType: string;
  docId: string;
  assigneeId: string;
  dueAt: string;
  onBehalfOf: string | null;
}

/**
 * Notifies the people asked about a document now, once for each task; `movedFrom` is who was asked before. To be called
 * when the document has its number.
 */
export async function notifyAsked(tx: Tx, docType: string, docId: string, movedFrom?: string): Promise<void> {
  const tasks = await unnotifiedTasks(tx, docType, docId);
  const notice = tasks.length > 0 ? await noticeAbout(tx, docType, docId) : null;
  for (const task of notice ? tasks : []) {
    const [event, params]: [EventName, object] = task.onBehalfOf
      ? ['approval.task-for-another', { absent: task.onBehalfOf }]
      : movedFrom
        ? ['approval.task-reassigned', { from: movedFrom }]
        : ['approval.task-opened', {}];
    await sendTaskNotice(tx, notice!, task, event, taskKey(task.id), params);
    if (task.note === 'fallback') await notifyOfGap(tx, notice!, task);
  }
}

/**
 * Notifies administrators, once for each step of an approval, that its rule found nobody and the fallback role is asked
 * (model of purchasing, 0.6).
 */
async function notifyOfGap(tx: Tx, { entity }: Notice, { instanceId, seq }: UnnotifiedTask): Promise<void> {
  const {
    rows: [step],
  } = await sql<{ policyId: string; policy: string; asked: string }>`
    select i.policy_id, v.name as policy,
      (select string_agg(u.full_name, ', ' order by u.full_name) from approval_tasks t join users u on u.id = t.assignee_id where t.instance_id = i.id and t.seq = ${seq} and t.status = 'pending') as asked
    from approval_instances i join approval_policy_versions v on v.policy_id = i.policy_id and v.number = i.policy_version where i.id = ${instanceId}`.execute(
    tx,
  );
  if (!step) return;
  await notify(tx, {
    event: 'approval.nobody-found',
    to: await administrators(tx),
    key: `approval-hole:${instanceId}:${seq}`,
    link: `${approvalPolicy.path}/${step.policyId}/show`,
    entity,
    params: { step: seq, policy: step.policy, asked: step.asked },
  });
}

/** The same for people who are asked too because `slow` has not decided in twice the time. */
export async function notifyEscalated(tx: Tx, docType: string, docId: string, slow: string): Promise<void> {
  const tasks = await unnotifiedTasks(tx, docType, docId);
  const notice = tasks.length > 0 ? await noticeAbout(tx, docType, docId) : null;
  for (const task of notice ? tasks : [])
    await sendTaskNotice(tx, notice!, task, 'approval.task-escalated', taskKey(task.id), { from: slow });
}

type UnnotifiedTask = AskedTask & { instanceId: string; seq: number; note: string | null };

async function unnotifiedTasks(tx: Tx, docType: string, docId: string): Promise<UnnotifiedTask[]> {
  const { rows } = await sql<UnnotifiedTask>`
    select t.id, t.doc_type, t.doc_id, t.assignee_id, t.due_at, t.instance_id, t.seq, t.note, b.full_name as on_behalf_of from approval_tasks t left join users b on b.id = t.on_behalf_of
    where t.doc_type = ${docType} and t.doc_id = ${docId} and t.status = 'pending'
      and not exists (select 1 from notifications n where n.user_id = t.assignee_id and n.key = 'approval-task:' || t.id) order by t.id`.execute(
    tx,
  );
  return rows;
}

/**
 * Notifies of one task, once under the key; as a mail it carries a link of its own by which it can be decided, above the
 * limit of decisions by mail the address of the document.
 */
export async function notifyOfTask(
  tx: Tx,
  task: AskedTask,
  event: EventName,
  key: string,
  params: object = {},
): Promise<void> {
  const notice = await noticeAbout(tx, task.docType, task.docId);
  if (notice) await sendTaskNotice(tx, notice, task, event, key, params);
}

async function sendTaskNotice(
  tx: Tx,
  { params: said, ...notice }: Notice,
  { id, assigneeId, dueAt }: AskedTask,
  event: EventName,
  key: string,
  params: object,
): Promise<void> {
  const { netCents } = await tx
    .selectFrom('approvalTasks as t')
    .innerJoin('approvalInstances as i', 'i.id', 't.instanceId')
    .select('i.netCents')
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow();
  const isAbove = (await limitBelow(netCents, tx)) !== null;
  await notify(tx, {
    event,
    to: [assigneeId],
    key,
    ...notice,
    params: { ...said, dueAt, ...params },
    mailAct: isAbove
      ? { name: 'decide-signed-in', path: () => notice.link }
      : { name: 'decide', path: () => decisionPath(tx, id) },
  });
}

/** Notifies the requester, the sender and watchers that an approval has ended, except its last decider. */
export async function notifyApprovalEnd(
  tx: Tx,
  actor: Actor,
  { id, docType, docId, requesterId, senderId }: Instance,
  decision: Decision,
  comment: string | null,
  watchers: readonly string[] = [],
): Promise<void> {
  const notice = await noticeAbout(tx, docType, docId);
  if (!notice) return;
  await notify(tx, {
    ...notice,
    event: `approval.${decision}`,
    to: [requesterId, ...(senderId ? [senderId] : []), ...watchers].filter((userId) => userId !== actor.id),
    key: `approval-end:${id}`,
    params: { ...notice.params, by: actor.fullName, ...(comment && { quote: comment }) },
  });
}

/** How a document that was in force ended, or that it is open again. */
export type Ended = 'voided' | 'reversed' | 'closed' | 'reopened';

/**
 * Notifies the requester, watchers and everybody who has approved it that a document has ended, or is open again, except
 * whoever did it.
 */
export async function notifyEnded(
  tx: Tx,
  actor: Actor,
  { docType, docId, version, requesterId }: { docType: string; docId: string; version: number; requesterId: string },
  ended: Ended,
  reason: string | null,
  watchers: readonly string[],
): Promise<void> {
  const notice = await noticeAbout(tx, docType, docId);
  if (!notice) return;
  const approvers = await approversOf(tx, docType, docId);
  await notify(tx, {
    ...notice,
    event: `document.${ended}`,
    to: [requesterId, ...watchers, ...approvers].filter((userId) => userId !== actor.id),
    key: `document-${ended}:${docId}:${version}`,
    params: { ...notice.params, by: actor.fullName, ...(reason && { quote: reason }) },
  });
}

/** Everybody who said yes to a document, or in whose name somebody did. */
async function approversOf(tx: Tx, docType: string, docId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct p.user_id from approval_tasks t cross join lateral (values (t.assignee_id), (t.on_behalf_of)) p (user_id)
    where t.doc_type = ${docType} and t.doc_id = ${docId} and t.status = 'approved' and p.user_id is not null`.execute(
    tx,
  );
  return rows.map(({ userId }) => userId);
}

/** These decisions no longer wait: decided, withdrawn or reassigned. Their notifications are settled. */
export function settleTaskNotifications(tx: Tx, taskIds: readonly string[]): Promise<void> {
  return settleNotifications(
    tx,
    taskIds.flatMap((taskId) => [taskKey(taskId), ...REMINDERS.map((kind) => reminderKey(taskId, kind))]),
  );
}

/** The notice about an overdue task: at half of its time, and when that is over. */
export const REMINDERS = ['half', 'due'] as const;
export type Reminder = (typeof REMINDERS)[number];

const taskKey = (taskId: string): string => `approval-task:${taskId}`;
export const reminderKey = (taskId: string, kind: Reminder): string => `approval-${kind}:${taskId}`;

/** Notifies the delegate, and the person when somebody else has arranged it. */
export async function notifyOfDelegation(
  tx: Tx,
  actor: Actor,
  { id, fromUserId, toUserId, fromName, toName, fromAt, toAt, reason }: NamedDelegation,
  what: 'made' | 'ended',
): Promise<void> {
  const told = {
    key: `delegation-${what}:${id}`,
    link: accountPath.tab('absence'),
    params: { from: fromName, to: toName, fromAt, toAt, ...(what === 'made' && { quote: reason }) },
  };
  if (toUserId !== actor.id) await notify(tx, { ...told, event: `delegation.${what}`, to: [toUserId] });
  if (fromUserId !== actor.id) await notify(tx, { ...told, event: `delegation.${what}-for-you`, to: [fromUserId] });
}

/**
 * What every notice says of its document: where it is, and for the sentence what it is about and who asks for how much.
 */
interface Notice {
  link: string;
  entity: { name: string; id: string; number: string | null };
  params: { title: string; amountCents: number | null; requester: string };
}

/** Null where the document is gone. */
async function noticeAbout(tx: Tx, docType: string, docId: string): Promise<Notice | null> {
  const document = await documentRow(docType, docId, tx);
  if (!document) return null;
  const { number, title, amountCents, requesterId } = document;
  const { of, path } = approvalKind(docType);
  const requester = await tx
    .selectFrom('users')
    .select('fullName')
    .where('id', '=', requesterId)
    .executeTakeFirstOrThrow();
  return {
    link: path(docId),
    entity: { name: of.name, id: docId, number },
    params: { title, amountCents, requester: requester.fullName },
  };
}
