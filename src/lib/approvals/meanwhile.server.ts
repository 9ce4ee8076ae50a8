import type { Actor } from '#lib/access/actor.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { db } from '#lib/platform/database.server.ts';

const TOO_LATE: readonly string[] = ['stale-version', 'state-changed', 'not-waiting-for-you'];

/**
 * What to tell somebody whose decision came too late: 409 `decided-meanwhile` names who was faster (two are asked and one
 * is enough, or the same button was pressed twice). Any other error is given back as it is.
 */
export async function decidedMeanwhile(error: unknown, actor: Actor, docType: string, docId: string): Promise<unknown> {
  if (!(error instanceof Refusal) || !TOO_LATE.includes(error.code)) return error;
  const own = await db.selectFrom('approvalTasks').select(['instanceId', 'seq', 'status'])
    .where('docType', '=', docType).where('docId', '=', docId).where('assigneeId', '=', actor.id).orderBy('openedAt', 'desc').limit(1).executeTakeFirst();
  if (!own || own.status === 'pending') return error;
  const faster = await db.selectFrom('approvalTasks').innerJoin('users', 'users.id', 'approvalTasks.assigneeId').select(['users.fullName', 'decidedAt'])
    .where('instanceId', '=', own.instanceId).where('seq', '=', own.seq).where('approvalTasks.status', 'in', ['approved', 'returned', 'rejected'])
    .orderBy('decidedAt', 'desc').limit(1).executeTakeFirst();
  if (!faster) return error;
  return new Refusal('decided-meanwhile', 409, { params: { name: faster.fullName, at: faster.decidedAt }, newer: error.details.newer });
}
