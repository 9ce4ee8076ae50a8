import { v7 as uuid } from 'uuid';
import type { Actor } from '#lib/access/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { addWorkingHours } from '#lib/kernel/time.server.ts';
import type { Tx } from '#lib/platform/database.server.ts';
import { FALLBACK_ROLE, resolveStep } from './resolve.server.ts';

/**
 * Asks somebody else for every open decision of a person who can no longer decide: the step's rule is resolved anew, in
 * the transaction that suspends the person. The history keeps both. Answers how many tasks were moved.
 */
export async function moveTasksOf(tx: Tx, actor: Actor, userId: string): Promise<number> {
  const open = await tx.selectFrom('approvalTasks').selectAll().where('assigneeId', '=', userId).where('status', '=', 'pending').orderBy('id').forUpdate().execute();
  for (const task of open) {
    const instance = await tx.selectFrom('approvalInstances').selectAll().where('id', '=', task.instanceId).forUpdate().executeTakeFirstOrThrow();
    const step = instance.steps.find((one) => one.seq === task.seq)!;
    const now = new Date().toISOString();
    await tx.updateTable('approvalTasks').set({ status: 'reassigned', decidedAt: now, note: 'not-active' }).where('id', '=', task.id).execute();
    const rest = await tx.selectFrom('approvalTasks').select(['assigneeId', 'status']).where('instanceId', '=', instance.id).where('seq', '=', task.seq).where('status', '!=', 'reassigned').execute();
    const asked = new Set(rest.map(({ assigneeId }) => assigneeId));
    const unasked = async (rule: typeof step) => (await resolveStep(rule, instance, tx)).filter(({ userId: other }) => !asked.has(other));
    let successors = await unasked(step);
    if (successors.length === 0 && !rest.some(({ status }) => status === 'pending')) {
      // Everybody else of the rule has decided already: the fallback is asked, so that the step cannot end by itself.
      successors = await unasked({ ...step, rule: 'role', param: FALLBACK_ROLE });
    }
    for (const { userId: assigneeId, note } of successors.slice(0, 1)) {
      await tx.insertInto('approvalTasks').values({
        id: uuid(), instanceId: instance.id, docType: task.docType, docId: task.docId, seq: task.seq, assigneeId, rule: step.rule,
        note: note ?? 'in-place-of', openedAt: now, dueAt: addWorkingHours(now, step.slaHours), status: 'pending',
      } as never).execute();
    }
    await logActivity(actor, {
      event: successors[0] ? 'approval.moved' : 'approval.released', subject: 'PurchaseRequest', entity: 'approval-task', entityId: task.docId, params: { from: await nameOf(tx, userId), to: await nameOf(tx, successors[0]?.userId) },
    }, tx);
  }
  return open.length;
}

async function nameOf(tx: Tx, userId: string | undefined): Promise<string | null> {
  if (!userId) return null;
  return (await tx.selectFrom('users').select('fullName').where('id', '=', userId).executeTakeFirstOrThrow()).fullName;
}
