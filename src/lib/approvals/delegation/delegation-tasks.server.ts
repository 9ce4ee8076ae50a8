import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { ApprovalDelegation } from './approval-delegation.ts';
import type { Instance } from '#lib/approvals/instance.ts';
import { fullNames, logOnDocument } from '#lib/approvals/document-log.server.ts';
import { reassignTasks, openTasksWhere } from '#lib/approvals/reassign.server.ts';
import { mayBeDelegate } from './delegate.server.ts';
import { approvedBefore, openTasks } from '#lib/approvals/tasks.server.ts';
import { notifyAsked } from '#lib/approvals/approval-notices.server.ts';

/** Adds the delegate to the person's pending tasks; either may decide then. Returns how many. */
export async function addDelegateToTasks(tx: Tx, actor: Actor, delegation: ApprovalDelegation): Promise<number> {
  const { id, fromUserId, toUserId, docTypes, maxCents } = delegation;
  await tx.updateTable('approvalDelegations').set({ begunAt: new Date().toISOString() }).where('id', '=', id).execute();
  const open = await openTasksWhere(
    tx,
    sql<boolean>`assignee_id = ${fromUserId} and (${docTypes.length === 0} or doc_type = any(${docTypes}::text[]))`,
  );
  const [from, to] = await fullNames(tx, [fromUserId, toUserId]);
  let taken = 0;
  for (const task of open) {
    const instance = await tx
      .selectFrom('approvalInstances')
      .selectAll()
      .where('id', '=', task.instanceId)
      .executeTakeFirstOrThrow();
    const step = instance.steps.find(({ seq }) => seq === task.seq)!;
    if (
      (maxCents !== null && instance.netCents > maxCents) ||
      !(await isFree(tx, instance, task.seq, toUserId, step.fourEyes))
    )
      continue;
    await openTasks(tx, instance, step, [
      {
        userId: toUserId,
        onBehalfOf: fromUserId,
        delegationId: id,
        placeOf: task.placeOf,
        note: 'delegate',
        dueAt: task.dueAt,
      },
    ]);
    await notifyAsked(tx, instance.docType, instance.docId);
    await logOnDocument(tx, actor, instance, 'approval.taken-along', { from, to });
    taken += 1;
  }
  return taken;
}

/** Returns the pending tasks of the delegate of an ended delegation; how many. */
export async function returnTasks(tx: Tx, actor: Actor, { id, toUserId }: ApprovalDelegation): Promise<number> {
  return reassignTasks(
    tx,
    actor,
    await openTasksWhere(tx, sql<boolean>`delegation_id = ${id}`),
    'delegation-ended',
    toUserId,
  );
}

/**
 * Whether the delegate can take a place in this step: not asked in it already, and permitted to decide such a document.
 */
async function isFree(tx: Tx, instance: Instance, seq: number, userId: string, fourEyes: boolean): Promise<boolean> {
  const asked = await tx
    .selectFrom('approvalTasks')
    .select('id')
    .where('instanceId', '=', instance.id)
    .where('seq', '=', seq)
    .where('assigneeId', '=', userId)
    .where('status', '<>', 'reassigned')
    .executeTakeFirst();
  if (asked || (fourEyes && (await approvedBefore(tx, instance.id)).has(userId))) return false;
  return mayBeDelegate(userId, instance);
}
