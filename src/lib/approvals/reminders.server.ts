import { sql } from 'kysely';
import { systemActor, type Actor } from '#lib/values/actor.ts';
import { addWorkingHours, type WorkingTime } from '#lib/values/working-hours.server.ts';
import { db, transaction, type Tx } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { workingTime } from '#lib/settings/working-time.server.ts';
import type { Instance, Task } from './instance.ts';
import { escalateTasks } from './escalation.server.ts';
import { openTasksWhere } from './reassign.server.ts';
import { reassignTasksWithoutRight } from './closed-accounts.server.ts';
import { REMINDERS, reminderKey, notifyOfTask, type Reminder } from './approval-notices.server.ts';

export interface Reminded {
  half: number;
  due: number;
  escalated: number;
}

/**
 * Reminds whoever is asked when half of the step's working hours are over and again when all are, and asks somebody
 * else too after twice as many (model of purchasing, 0.6). Each happens once for a task; what comes too late to be told
 * by itself is passed over. Each approval in a transaction of its own: one that fails does not keep the others waiting.
 */
export async function remindApprovers(
  now: string = new Date().toISOString(),
  actor: Actor = systemActor('approval-reminders'),
): Promise<Reminded> {
  const reminded: Reminded = { half: 0, due: 0, escalated: 0 };
  const working = await workingTime();
  const { rows } = await sql<{
    instanceId: string;
  }>`select distinct instance_id from approval_tasks where status = 'pending' and opened_at < ${now} order by instance_id`.execute(
    db,
  );
  const failures: unknown[] = [];
  for (const { instanceId } of rows) {
    try {
      const done = await transaction((tx) => remindOf(tx, actor, instanceId, { now, working }));
      for (const name of Object.keys(reminded) as (keyof Reminded)[]) reminded[name] += done[name];
    } catch (error) {
      log.error({ err: error, instanceId }, 'an approval could not be reminded of');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return reminded;
}

declareJob({
  name: 'approval-reminders',
  schedule: '5 * * * *',
  run: async ({ actor }) => ({
    moved: await reassignTasksWithoutRight(actor),
    ...(await remindApprovers(undefined, actor)),
  }),
});

interface Clock {
  now: string;
  working: WorkingTime;
}

async function remindOf(tx: Tx, actor: Actor, instanceId: string, clock: Clock): Promise<Reminded> {
  const done: Reminded = { half: 0, due: 0, escalated: 0 };
  const tasks = await openTasksWhere(tx, sql<boolean>`instance_id = ${instanceId}`);
  if (tasks.length === 0) return done;
  const instance = await tx
    .selectFrom('approvalInstances')
    .selectAll()
    .where('id', '=', instanceId)
    .executeTakeFirstOrThrow();
  for (const task of tasks) {
    const reached = reachedBy(task, instance, clock);
    const fresh = await noteFirst(tx, task, reached);
    // Only the last of several new ones is sent: the half-time reminder is useless when the time is over.
    const telling = REMINDERS.findLast((kind) => fresh.includes(kind));
    if (telling) {
      const absent = task.onBehalfOf
        ? await tx.selectFrom('users').select('fullName').where('id', '=', task.onBehalfOf).executeTakeFirstOrThrow()
        : null;
      await notifyOfTask(
        tx,
        { ...task, onBehalfOf: absent?.fullName ?? null },
        `approval.reminder-${telling}`,
        reminderKey(task.id, telling),
      );
      done[telling] += 1;
    }
    if (fresh.includes('escalated')) done.escalated += await escalateTasks(tx, actor, instance, task, clock.now);
  }
  return done;
}

/**
 * The reminders that are due for a task. Counted from when it was asked; a delegate has the time that the person had.
 */
function reachedBy(task: Task, { steps }: Instance, { now, working }: Clock): (Reminder | 'escalated')[] {
  const { slaHours } = steps.find(({ seq }) => seq === task.seq)!;
  return [
    ...(addWorkingHours(task.openedAt, slaHours / 2, working) <= now ? ['half' as const] : []),
    ...(task.dueAt <= now ? ['due' as const] : []),
    ...(addWorkingHours(task.dueAt, slaHours, working) <= now ? ['escalated' as const] : []),
  ];
}

/** Notes what has been reached, and gives what had not been noted before. */
async function noteFirst(
  tx: Tx,
  { id: taskId }: Task,
  reached: readonly (Reminder | 'escalated')[],
): Promise<(Reminder | 'escalated')[]> {
  if (reached.length === 0) return [];
  const noted = await tx
    .insertInto('approvalReminders')
    .values(reached.map((kind) => ({ taskId, kind })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .execute();
  return noted.map(({ kind }) => kind);
}

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    approvalReminders: Table<{ taskId: string; kind: Reminder | 'escalated'; at: string }, 'at'>;
  }
}
