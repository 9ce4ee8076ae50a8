import { sql } from 'kysely';
import { actorOfPerson } from '#lib/access/session/actor.server.ts';
import { systemActor, type Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { approvalKinds } from './kinds.server.ts';
import { reassignTasks, openTasksWhere } from './reassign.server.ts';

interface Held {
  id: string;
  assigneeId: string;
  docType: string;
}

/**
 * Passes on what waits for people who may no longer open such documents: their role was taken, or lost the right. Each
 * in a transaction of its own. Where nobody else could be asked it stays: the right may come back, and nothing waits
 * for nobody. How many were moved.
 */
export async function reassignTasksWithoutRight(actor: Actor = systemActor('approval-reminders')): Promise<number> {
  const { rows } =
    await sql<Held>`select id, assignee_id, doc_type from approval_tasks where status = 'pending' order by assignee_id, id`.execute(
      db,
    );
  let moved = 0;
  for (const [userId, tasks] of Map.groupBy(rows, ({ assigneeId }) => assigneeId)) {
    const person = await actorOfPerson(userId);
    const shut = approvalKinds()
      .filter((kind) => person !== null && !kind.isOpenTo(person))
      .map(({ docType }) => docType as string);
    for (const { id } of tasks.filter(({ docType }) => shut.includes(docType)))
      moved += await moveOne(actor, id, userId);
  }
  return moved;
}

async function moveOne(actor: Actor, taskId: string, userId: string): Promise<number> {
  return transaction(async (tx) => {
    const tasks = await openTasksWhere(tx, sql<boolean>`id = ${taskId}`);
    const count = await reassignTasks(tx, actor, tasks, 'no-right', userId);
    for (const { instanceId, seq } of tasks) {
      const { rows } =
        await sql`select 1 from approval_tasks where instance_id = ${instanceId} and seq = ${seq} and status = 'pending' limit 1`.execute(
          tx,
        );
      if (rows.length === 0) throw new Refusal('nobody-to-approve', 409);
    }
    return count;
  }).catch((error: unknown) => {
    if (error instanceof Refusal) return 0;
    throw error;
  });
}
