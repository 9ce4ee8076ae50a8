import { instantNow } from '#lib/values/time.ts';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import { addWorkingHours } from '#lib/values/working-hours.server.ts';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { addWatchers } from '#lib/on-records/watchers.server.ts';
import { workingTime } from '#lib/settings/working-time.server.ts';
import type { Instance, Task } from './instance.ts';
import { approvalKind } from './kinds.server.ts';
import type { Step } from './policy/policy-choice.ts';
import type { Approver } from './resolve.server.ts';
import { settleTaskNotifications } from './approval-notices.server.ts';

/** Somebody to be asked in a step. */
export interface Opening extends Omit<Approver, 'note'> {
  note: string | null;
  /** Counts as having approved already. */
  skipped?: boolean;
  /** The place that is taken, when it is another's. */
  placeOf?: string;
  /** ISO; counted from now by the step's hours when left out. */
  dueAt?: string;
}

/** Opens a task for each of these people; they watch the document from then on. */
export async function openTasks(
  tx: Tx,
  instance: Pick<Instance, 'id' | 'docType' | 'docId'>,
  step: Step,
  people: readonly Opening[],
  now: string = instantNow(),
): Promise<void> {
  if (people.length === 0) return;
  const usual = addWorkingHours(now, step.slaHours, await workingTime(tx));
  const tasks = people.map(
    ({
      userId,
      onBehalfOf = null,
      delegationId = null,
      placeOf = onBehalfOf ?? userId,
      note,
      skipped = false,
      dueAt,
    }) => ({
      id: uuid(),
      instanceId: instance.id,
      docType: instance.docType,
      docId: instance.docId,
      seq: step.seq,
      assigneeId: userId,
      onBehalfOf,
      delegationId,
      placeOf,
      rule: step.rule,
      openedAt: now,
      dueAt: dueAt ?? usual,
      ...(skipped
        ? { status: 'skipped' as const, note: 'approved-before', decidedAt: now }
        : { status: 'pending' as const, note }),
    }),
  );
  await tx.insertInto('approvalTasks').values(tasks).execute();
  await addWatchers(
    tx,
    approvalKind(instance.docType).of.name,
    instance.docId,
    people.filter(({ skipped }) => !skipped).map(({ userId }) => userId),
  );
}

/** Nobody else in the same place has to decide any more. */
export async function closeStepPlace(
  tx: Tx,
  { id, instanceId, seq, placeOf }: Pick<Task, 'id' | 'instanceId' | 'seq' | 'placeOf'>,
): Promise<void> {
  const closed = await tx
    .updateTable('approvalTasks')
    .set({ status: 'cancelled', note: 'decided-in-place', decidedAt: instantNow() })
    .where('instanceId', '=', instanceId)
    .where('seq', '=', seq)
    .where('placeOf', '=', placeOf)
    .where('id', '<>', id)
    .where('status', '=', 'pending')
    .returning('id')
    .execute();
  await settleTaskNotifications(
    tx,
    closed.map((task) => task.id),
  );
}

/** Ends the open tasks of an approval that is over: nobody is asked any more. */
export async function cancelPendingTasks(tx: Tx, instanceId: string): Promise<void> {
  const cancelled = await tx
    .updateTable('approvalTasks')
    .set({ status: 'cancelled', decidedAt: instantNow() })
    .where('instanceId', '=', instanceId)
    .where('status', '=', 'pending')
    .returning('id')
    .execute();
  await settleTaskNotifications(
    tx,
    cancelled.map(({ id }) => id),
  );
}

/**
 * Fields of the document that the actor may change now: those that the step of an open task of the actor's opens to
 * whoever it asks, of those that its kind has for that. None for a delegate whose time has passed.
 */
export async function openedFields(actor: Actor, docType: string, docId: string, reader: Db = db): Promise<string[]> {
  const { rows } = await sql<{ steps: Step[]; seq: number }>`
    select i.steps, t.seq from approval_tasks t join approval_instances i on i.id = t.instance_id and i.status = 'running' left join approval_delegations d on d.id = t.delegation_id
    where t.doc_type = ${docType} and t.doc_id = ${docId} and t.assignee_id = ${actor.id} and t.status = 'pending' and (t.delegation_id is null or (d.status = 'active' and d.to_at > now()))`.execute(
    reader,
  );
  const opened = new Set(rows.flatMap(({ steps, seq }) => steps.find((step) => step.seq === seq)?.mayEdit ?? []));
  return approvalKind(docType).editable.filter((name) => opened.has(name));
}

/** Those who have approved a step of this approval, and those for whom somebody has. */
export async function approvedBefore(tx: Tx, instanceId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('approvalTasks')
    .select(['assigneeId', 'onBehalfOf'])
    .where('instanceId', '=', instanceId)
    .where('status', '=', 'approved')
    .execute();
  return new Set(rows.flatMap(({ assigneeId, onBehalfOf }) => [assigneeId, ...(onBehalfOf ? [onBehalfOf] : [])]));
}
