import { v7 as uuid } from 'uuid';
import { sql } from 'kysely';
import type { Actor } from '#lib/access/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { addWorkingHours } from '#lib/kernel/time.server.ts';
import type { Tx } from '#lib/platform/database.server.ts';
import { workingTime } from '#lib/platform/working-time.server.ts';
import type { Instance, Task } from './approvals.server.ts';
import { inboxSource } from './inbox.server.ts';
import { FALLBACK_ROLE, resolveStep, type Approver } from './resolve.server.ts';
import { settleTasks, tellAsked } from './telling.server.ts';

/**
 * Asks somebody else for every open decision of a person who can no longer decide: the step's rule is resolved anew, in
 * the transaction that suspends the person. The history keeps both. Answers how many tasks were moved.
 */
export async function moveTasksOf(tx: Tx, actor: Actor, userId: string): Promise<number> {
  // Approvals before their tasks, as a decision locks them.
  const { rows: instances } = await sql<Instance>`
    select * from approval_instances where id in (select instance_id from approval_tasks where assignee_id = ${userId} and status = 'pending') order by id for update`.execute(tx);
  if (instances.length === 0) return 0;
  const now = new Date().toISOString();
  const left = await tx.updateTable('approvalTasks').set({ status: 'reassigned', decidedAt: now, note: 'not-active' })
    .where('assigneeId', '=', userId).where('status', '=', 'pending').returningAll().execute();
  const others = await tx.selectFrom('approvalTasks').select(['instanceId', 'seq', 'assigneeId', 'status'])
    .where('instanceId', 'in', instances.map(({ id }) => id)).where('status', '!=', 'reassigned').execute();
  const moves: Move[] = [];
  for (const task of left) {
    const instance = instances.find(({ id }) => id === task.instanceId)!;
    const beside = others.filter(({ instanceId, seq }) => instanceId === task.instanceId && seq === task.seq);
    moves.push({ task, instance, successor: await successorOf(tx, task, instance, beside) });
  }
  await ask(tx, moves, now);
  await settleTasks(tx, left.map(({ id }) => id));
  await tell(tx, userId, moves);
  await note(tx, actor, userId, moves);
  return left.length;
}

interface Move {
  task: Task;
  instance: Instance;
  /** Nobody where others of the step can still decide. */
  successor: Approver | undefined;
}

/** Somebody of the step's rule who has not been asked yet. */
async function successorOf(tx: Tx, { seq }: Task, instance: Instance, beside: readonly Pick<Task, 'assigneeId' | 'status'>[]): Promise<Approver | undefined> {
  const step = stepOf(instance, seq);
  const unasked = async (rule: typeof step) => (await resolveStep(rule, instance, tx)).find(({ userId }) => beside.every(({ assigneeId }) => assigneeId !== userId));
  const successor = await unasked(step);
  if (successor || beside.some(({ status }) => status === 'pending')) return successor;
  // Everybody else of the rule has decided already: the fallback is asked, so that the step cannot end by itself.
  return unasked({ ...step, rule: 'role', param: FALLBACK_ROLE });
}

async function ask(tx: Tx, moves: readonly Move[], now: string): Promise<void> {
  const working = await workingTime(tx);
  const tasks = moves.flatMap(({ task: { docType, docId, seq }, instance, successor }) => {
    const step = stepOf(instance, seq);
    return successor ? [{
      id: uuid(), instanceId: instance.id, docType, docId, seq, assigneeId: successor.userId, rule: step.rule,
      note: successor.note ?? 'in-place-of', openedAt: now, dueAt: addWorkingHours(now, step.slaHours, working), status: 'pending',
    }] : [];
  });
  if (tasks.length > 0) await tx.insertInto('approvalTasks').values(tasks as never).execute();
}

/** Who is asked now hears in whose place. */
async function tell(tx: Tx, userId: string, moves: readonly Move[]): Promise<void> {
  const from = await tx.selectFrom('users').select('fullName').where('id', '=', userId).executeTakeFirstOrThrow();
  for (const { task: { docType, docId }, successor } of moves) if (successor) await tellAsked(tx, docType, docId, from.fullName);
}

async function note(tx: Tx, actor: Actor, userId: string, moves: readonly Move[]): Promise<void> {
  const people = await tx.selectFrom('users').select(['id', 'fullName']).where('id', 'in', [userId, ...moves.flatMap(({ successor }) => successor?.userId ?? [])]).execute();
  const nameOf = (id: string | undefined) => people.find((person) => person.id === id)?.fullName ?? null;
  for (const { task: { docType, docId }, successor } of moves) {
    await logActivity(actor, {
      event: successor ? 'approval.moved' : 'approval.released', subject: inboxSource(docType).subject, entity: 'approval-task', entityId: docId,
      params: { from: nameOf(userId), to: nameOf(successor?.userId) },
    }, tx);
  }
}

const stepOf = ({ steps }: Instance, wanted: number) => steps.find(({ seq }) => seq === wanted)!;
