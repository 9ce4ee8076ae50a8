import { sql } from 'kysely';
import { accountPath } from '#lib/access/paths.ts';
import { administrators } from '#lib/access/account/administrators.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { EventName } from '#lib/notifications/events.ts';
import { notify, settleNotifications } from '#lib/notifications/notify.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { approvalPolicy } from './policy/approval-policy.ts';
import type { Decision, Instance } from './instance.ts';
import { decisionPath } from './inbox/decision-link.server.ts';
import type { NamedDelegation } from '#lib/approvals/delegation/approval-delegation.ts';
import { approvalKind, documentRow, type DocumentRow } from './kinds.server.ts';

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
  for (const task of await untoldTasks(tx, docType, docId)) {
    const [event, params]: [EventName, object] = task.onBehalfOf
      ? ['approval.task-for-another', { absent: task.onBehalfOf }]
      : movedFrom
        ? ['approval.task-moved', { from: movedFrom }]
        : ['approval.task-opened', {}];
    await notifyOfTask(tx, task, event, taskKey(task.id), params);
    if (task.note === 'fallback') await tellOfHole(tx, task);
  }
}

/**
 * Notifies administrators, once for each step of an approval, that its rule found nobody and the fallback role is asked
 * (model of purchasing, 0.6).
 */
async function tellOfHole(tx: Tx, { docType, docId, instanceId, seq }: UntoldTask): Promise<void> {
  const document = await documentRow(docType, docId, tx);
  const {
    rows: [step],
  } = await sql<{ policyId: string; policy: string; asked: string }>`
    select i.policy_id, v.name as policy,
      (select string_agg(u.full_name, ', ' order by u.full_name) from approval_tasks t join users u on u.id = t.assignee_id where t.instance_id = i.id and t.seq = ${seq} and t.status = 'pending') as asked
    from approval_instances i join approval_policy_versions v on v.policy_id = i.policy_id and v.number = i.policy_version where i.id = ${instanceId}`.execute(
    tx,
  );
  if (!document || !step) return;
  await notify(tx, {
    event: 'approval.nobody-found',
    to: await administrators(tx),
    key: `approval-hole:${instanceId}:${seq}`,
    link: `${approvalPolicy.path}/${step.policyId}/show`,
    entity: about(document).entity,
    params: { step: seq, policy: step.policy, asked: step.asked },
  });
}

/** The same for people who are asked too because `slow` has not decided in twice the time. */
export async function notifyEscalated(tx: Tx, docType: string, docId: string, slow: string): Promise<void> {
  for (const task of await untoldTasks(tx, docType, docId))
    await notifyOfTask(tx, task, 'approval.task-escalated', taskKey(task.id), { from: slow });
}

type UntoldTask = AskedTask & { instanceId: string; seq: number; note: string | null };

async function untoldTasks(tx: Tx, docType: string, docId: string): Promise<UntoldTask[]> {
  const { rows } = await sql<UntoldTask>`
    select t.id, t.doc_type, t.doc_id, t.assignee_id, t.due_at, t.instance_id, t.seq, t.note, b.full_name as on_behalf_of from approval_tasks t left join users b on b.id = t.on_behalf_of
    where t.doc_type = ${docType} and t.doc_id = ${docId} and t.status = 'pending'
      and not exists (select 1 from notifications n where n.user_id = t.assignee_id and n.key = 'approval-task:' || t.id) order by t.id`.execute(
    tx,
  );
  return rows;
}

/** Notifies of one task, once under the key; as a mail it carries a link of its own by which it can be decided. */
export async function notifyOfTask(
  tx: Tx,
  { id, docType, docId, assigneeId, dueAt }: AskedTask,
  event: EventName,
  key: string,
  params: object = {},
): Promise<void> {
  const document = await documentRow(docType, docId, tx);
  if (!document) return;
  await notify(tx, {
    event,
    to: [assigneeId],
    key,
    ...about(document),
    params: { ...(await saidOf(tx, document)), dueAt, ...params },
    mailAct: { name: 'decide', path: () => decisionPath(tx, id) },
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
  const document = await documentRow(docType, docId, tx);
  if (!document) return;
  await notify(tx, {
    event: `approval.${decision}`,
    to: [requesterId, ...(senderId ? [senderId] : []), ...watchers].filter((userId) => userId !== actor.id),
    key: `approval-end:${id}`,
    ...about(document),
    params: { ...(await saidOf(tx, document)), by: actor.fullName, ...(comment && { quote: comment }) },
  });
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

/** Notifies the stand-in, and the person when somebody else has arranged it. */
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

function about({ docType, docId, number }: DocumentRow) {
  const { of, path } = approvalKind(docType);
  return { link: path(docId), entity: { name: of.name, id: docId, number } };
}

async function saidOf(tx: Tx, { title, amountCents, requesterId }: DocumentRow) {
  const requester = await tx
    .selectFrom('users')
    .select('fullName')
    .where('id', '=', requesterId)
    .executeTakeFirstOrThrow();
  return { title, amountCents, requester: requester.fullName };
}
