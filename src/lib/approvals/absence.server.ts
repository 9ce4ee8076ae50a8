import { sql } from 'kysely';
import { systemActor, type Actor } from '#lib/access/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { db, transaction, type Tx } from '#lib/platform/database.server.ts';
import { declareJob } from '#lib/platform/jobs/declared.server.ts';
import type { ApprovalDelegation } from './approval-delegation.ts';
import type { Instance } from './approvals.server.ts';
import { end } from './delegation.server.ts';
import { approvalKind, documentRow } from './kinds.server.ts';
import { moveTasks, openTasksWhere } from './reassign.server.ts';
import { mayStandIn } from './stand-in.server.ts';
import { approvedBefore, openTasks } from './tasks.server.ts';
import { tellAsked } from './telling.server.ts';

export interface Settled {
  begun: number;
  taken: number;
  ended: number;
  returned: number;
}

/**
 * Begins and ends absences whose time has come: what waits for somebody who is away now is asked of the stand-in too, and
 * what still waits for a stand-in whose time is over goes back. Each delegation in a transaction of its own; running it
 * twice changes nothing more.
 */
export async function settleDelegations(now: string = new Date().toISOString(), actor: Actor = systemActor('delegations')): Promise<Settled> {
  const settled: Settled = { begun: 0, taken: 0, ended: 0, returned: 0 };
  const due = (condition: ReturnType<typeof sql<boolean>>) => sql<{ id: string }>`select id from approval_delegations where status = 'active' and ${condition} order by from_at, id`.execute(db);
  for (const { id } of (await due(sql<boolean>`to_at <= ${now}`)).rows) {
    const returned = await withDelegation(id, sql<boolean>`to_at <= ${now}`, (tx, delegation) => end(tx, actor, delegation, 'over'));
    if (returned !== null) Object.assign(settled, { ended: settled.ended + 1, returned: settled.returned + returned });
  }
  for (const { id } of (await due(sql<boolean>`begun_at is null and from_at <= ${now}`)).rows) {
    const taken = await withDelegation(id, sql<boolean>`begun_at is null and from_at <= ${now} and to_at > ${now}`, (tx, delegation) => takeAlong(tx, actor, delegation));
    if (taken !== null) Object.assign(settled, { begun: settled.begun + 1, taken: settled.taken + taken });
  }
  return settled;
}

declareJob({ name: 'absences', schedule: '*/10 * * * *', run: async ({ actor }) => ({ ...(await settleDelegations(undefined, actor)) }) });

/** Asks the stand-in too for what waits for the person already; either may decide then. How many decisions. */
export async function takeAlong(tx: Tx, actor: Actor, delegation: ApprovalDelegation): Promise<number> {
  const { id, fromUserId, toUserId, docTypes, maxCents } = delegation;
  await tx.updateTable('approvalDelegations').set({ begunAt: new Date().toISOString() }).where('id', '=', id).execute();
  const open = await openTasksWhere(tx, sql<boolean>`assignee_id = ${fromUserId} and (${docTypes.length === 0} or doc_type = any(${docTypes}::text[]))`);
  let taken = 0;
  for (const task of open) {
    const instance = await tx.selectFrom('approvalInstances').selectAll().where('id', '=', task.instanceId).executeTakeFirstOrThrow();
    const step = instance.steps.find(({ seq }) => seq === task.seq)!;
    if ((maxCents !== null && instance.netCents > maxCents) || !(await isFree(tx, instance, task.seq, toUserId, step.fourEyes))) continue;
    await openTasks(tx, instance, step, [{ userId: toUserId, onBehalfOf: fromUserId, delegationId: id, placeOf: task.placeOf, note: 'stands-in', dueAt: task.dueAt }]);
    await tellAsked(tx, instance.docType, instance.docId);
    await noteTaken(tx, actor, instance, delegation);
    taken += 1;
  }
  return taken;
}

/** Gives back what still waits for the stand-in of a delegation that has ended; how many decisions. */
export async function returnTasks(tx: Tx, actor: Actor, { id, toUserId }: ApprovalDelegation): Promise<number> {
  return moveTasks(tx, actor, await openTasksWhere(tx, sql<boolean>`delegation_id = ${id}`), 'delegation-ended', toUserId);
}

/** Whether the stand-in can take a place in this step: not asked in it already, and free to decide such a document. */
async function isFree(tx: Tx, instance: Instance, seq: number, userId: string, fourEyes: boolean): Promise<boolean> {
  const asked = await tx.selectFrom('approvalTasks').select('id').where('instanceId', '=', instance.id).where('seq', '=', seq).where('assigneeId', '=', userId).where('status', '<>', 'reassigned').executeTakeFirst();
  if (asked || (fourEyes && (await approvedBefore(tx, instance.id)).has(userId))) return false;
  return mayStandIn(userId, instance);
}

/** Works on one delegation that still is as it was when it was found; null when another process was first. */
async function withDelegation(id: string, still: ReturnType<typeof sql<boolean>>, work: (tx: Tx, delegation: ApprovalDelegation) => Promise<number>): Promise<number | null> {
  return transaction(async (tx) => {
    const { rows } = await sql<ApprovalDelegation>`select * from approval_delegations where id = ${id} and status = 'active' and ${still} for update skip locked`.execute(tx);
    return rows[0] ? work(tx, rows[0]) : null;
  });
}

async function noteTaken(tx: Tx, actor: Actor, { docType, docId, departmentId }: Instance, { fromUserId, toUserId }: ApprovalDelegation): Promise<void> {
  const { of } = approvalKind(docType);
  const names = await tx.selectFrom('users').select(['id', 'fullName']).where('id', 'in', [fromUserId, toUserId]).execute();
  const nameOf = (userId: string) => names.find(({ id }) => id === userId)?.fullName;
  await logActivity(actor, {
    event: 'approval.taken-along', subject: of.subject, entity: of.name, entityId: docId, entityNumber: (await documentRow(docType, docId, tx))?.number, departmentId,
    params: { from: nameOf(fromUserId), to: nameOf(toUserId) },
  }, tx);
}
