import { validate } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal, notFound } from '#lib/values/refusal.ts';
import { db } from '#lib/process/database/database.server.ts';
import type { TaskStatus } from './instance.ts';

const TOO_LATE: readonly string[] = ['stale-version', 'state-changed', 'not-waiting-for-you'];

interface OwnTask {
  instanceId: string;
  seq: number;
  status: TaskStatus;
}

/**
 * What to tell somebody whose decision came too late: 409 `decided-meanwhile` names who was faster (two are asked and
 * one is enough, or the same button was pressed twice), `decision-reassigned` who is asked now, `taken-back-meanwhile` that
 * nobody is. Any other error is given back as it is.
 */
export async function decidedMeanwhile(error: unknown, actor: Actor, docType: string, docId: string): Promise<unknown> {
  if (!(error instanceof Refusal) || !TOO_LATE.includes(error.code)) return error;
  const own = await db
    .selectFrom('approvalTasks')
    .select(['instanceId', 'seq', 'status'])
    .where('docType', '=', docType)
    .where('docId', '=', docId)
    .where('assigneeId', '=', actor.id)
    .orderBy('openedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!own || own.status === 'pending') return error;
  return (await reasonOf(own, error.details.newer)) ?? error;
}

/**
 * Why a task is not, or no longer, open to the actor: 404 for what never was the actor's, else 409 with what happened.
 */
export async function whyTaskIsClosed(actor: Actor, taskId: string): Promise<Refusal> {
  const own =
    validate(taskId) &&
    (await db
      .selectFrom('approvalTasks')
      .select(['instanceId', 'seq', 'status'])
      .where('id', '=', taskId)
      .where('assigneeId', '=', actor.id)
      .executeTakeFirst());
  if (!own) return notFound();
  // It waits, and yet the list of what is open did not show it: the right to open such documents is gone.
  if (own.status === 'pending') return new Refusal('right-to-decide-lost', 409);
  return (await reasonOf(own)) ?? new Refusal('not-waiting-for-you', 409);
}

async function reasonOf({ instanceId, seq, status }: OwnTask, newer?: unknown): Promise<Refusal | null> {
  const ofStep = db
    .selectFrom('approvalTasks')
    .innerJoin('users', 'users.id', 'approvalTasks.assigneeId')
    .select(['users.fullName', 'decidedAt'])
    .where('instanceId', '=', instanceId)
    .where('seq', '=', seq);
  if (status === 'reassigned') {
    const now = await ofStep.where('approvalTasks.status', '=', 'pending').orderBy('users.fullName').execute();
    return new Refusal('decision-reassigned', 409, {
      params: { names: now.map(({ fullName }) => fullName).join(', ') || '–' },
      newer,
    });
  }
  const faster = await ofStep
    .where('approvalTasks.status', 'in', ['approved', 'returned', 'rejected'])
    .orderBy('decidedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (faster)
    return new Refusal('decided-meanwhile', 409, { params: { name: faster.fullName, at: faster.decidedAt }, newer });
  const instance = await db
    .selectFrom('approvalInstances')
    .select('status')
    .where('id', '=', instanceId)
    .executeTakeFirstOrThrow();
  return instance.status === 'withdrawn' ? new Refusal('taken-back-meanwhile', 409, { newer }) : null;
}
