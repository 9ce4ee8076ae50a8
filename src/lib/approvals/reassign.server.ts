import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { Instance, Task } from './instance.ts';
import { fullNames, logOnDocument } from './document-log.server.ts';
import { FALLBACK_ROLE, headsAbove, otherApprovers, resolveStep, type Approver } from './resolve.server.ts';
import { withDelegates } from './delegation/delegate.server.ts';
import { approvedBefore, openTasks } from './tasks.server.ts';
import { settleTaskNotifications, notifyAsked } from './approval-notices.server.ts';

/** Why open decisions go to somebody else. */
export type Cause = 'not-active' | 'no-right' | 'delegation-ended';

/**
 * Asks somebody else for every open decision of a person who can no longer decide, and for those that others would take
 * for this person: the step's rule is resolved anew, in the transaction that takes the person out. The history keeps
 * both. Answers how many tasks were moved.
 */
export async function reassignTasksOf(
  tx: Tx,
  actor: Actor,
  userId: string,
  cause: Cause = 'not-active',
  docTypes: readonly string[] | null = null,
): Promise<number> {
  const mine = sql<boolean>`(assignee_id = ${userId} or (on_behalf_of = ${userId} and ${cause === 'not-active'})) and (${docTypes}::text[] is null or doc_type = any(${docTypes}::text[]))`;
  return reassignTasks(tx, actor, await openTasksWhere(tx, mine), cause, userId);
}

/** Reassigns these open tasks, place by place; returns how many. */
export async function reassignTasks(
  tx: Tx,
  actor: Actor,
  tasks: readonly Task[],
  cause: Cause,
  from: string,
): Promise<number> {
  if (tasks.length === 0) return 0;
  const now = new Date().toISOString();
  await tx
    .updateTable('approvalTasks')
    .set({ status: 'reassigned', decidedAt: now, note: cause })
    .where(
      'id',
      'in',
      tasks.map(({ id }) => id),
    )
    .execute();
  await settleTaskNotifications(
    tx,
    tasks.map(({ id }) => id),
  );
  for (const place of Map.groupBy(tasks, ({ instanceId, seq, placeOf }) => `${instanceId} ${seq} ${placeOf}`).values())
    await refill(tx, actor, place[0]!, from);
  return tasks.length;
}

/** Open tasks, locked; their approvals are locked first, in one order, as a decision does. */
export async function openTasksWhere(tx: Tx, condition: ReturnType<typeof sql<boolean>>): Promise<Task[]> {
  await sql`select id from approval_instances where id in (select instance_id from approval_tasks where status = 'pending' and ${condition}) order by id for update`.execute(
    tx,
  );
  const { rows } =
    await sql<Task>`select * from approval_tasks where status = 'pending' and ${condition} order by instance_id, seq, id for update`.execute(
      tx,
    );
  return rows;
}

/** Somebody for a place that has become empty; nobody new while another in it can still decide. */
async function refill(tx: Tx, actor: Actor, task: Task, from: string): Promise<void> {
  const instance = await tx
    .selectFrom('approvalInstances')
    .selectAll()
    .where('id', '=', task.instanceId)
    .executeTakeFirstOrThrow();
  const step = instance.steps.find((one) => one.seq === task.seq)!;
  // People who may not open such documents are not asked again by the same rule.
  const { rows: rest } =
    await sql<Task>`select * from approval_tasks where instance_id = ${instance.id} and seq = ${task.seq} and (status <> 'reassigned' or note = 'no-right')`.execute(
      tx,
    );
  const isFilled = rest.some(({ status, placeOf }) => status === 'pending' && placeOf === task.placeOf);
  const successor = isFilled ? null : await successorOf(tx, instance, task, rest);
  const [fromName, toName = null] = await fullNames(tx, [from, ...(successor ? [successor.userId] : [])]);
  if (successor) {
    await openTasks(tx, instance, step, [successor]);
    await notifyAsked(tx, task.docType, task.docId, fromName);
  }
  await logOnDocument(tx, actor, instance, successor ? 'approval.reassigned' : 'approval.released', {
    from: fromName,
    to: toName,
  });
}

/**
 * Who is asked now: the person somebody stood in for, when back in charge; else the next one of the rule who is not
 * asked yet; and where everybody else of the rule has decided already the next head above or the fallback, so that the
 * step cannot end by itself.
 */
async function successorOf(
  tx: Tx,
  instance: Instance,
  task: Task,
  rest: readonly Task[],
): Promise<(Omit<Approver, 'note'> & { note: string | null }) | null> {
  const step = instance.steps.find((one) => one.seq === task.seq)!;
  const asked = new Set(rest.map(({ assigneeId }) => assigneeId));
  const approved = await approvedBefore(tx, instance.id);
  const throughDelegates = (people: readonly Approver[]) =>
    withDelegates(people, { asked: instance, reader: tx, approved, fourEyes: step.fourEyes });
  if (task.onBehalfOf && !asked.has(task.onBehalfOf)) {
    const [back] = await otherApprovers([task.onBehalfOf], instance, tx);
    const [again] = back ? await throughDelegates([{ userId: back, note: null }]) : [];
    if (again) return { ...again, note: again.note ?? 'back-in-charge' };
  }
  const unasked = async (rule: typeof step) =>
    (await resolveStep(rule, instance, tx)).filter(({ userId }) => !asked.has(userId));
  let [next] = await unasked(step);
  const isLost = () => !next && !rest.some(({ status }) => status === 'pending');
  if (isLost())
    [next] = (await otherApprovers(await headsAbove(instance.departmentId, tx), instance, tx))
      .filter((userId) => !asked.has(userId))
      .map((userId) => ({ userId, note: 'parent-head' as const }));
  if (isLost()) [next] = await unasked({ ...step, rule: 'role', param: FALLBACK_ROLE });
  if (!next) return null;
  const [found] = await throughDelegates([next]);
  return asked.has(found!.userId)
    ? { ...next, note: next.note ?? 'in-place-of' }
    : { ...found!, note: found!.note ?? 'in-place-of' };
}
