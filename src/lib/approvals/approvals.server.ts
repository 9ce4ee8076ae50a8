import { instantNow } from '#lib/values/time.ts';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal, invalidField } from '#lib/values/refusal.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { jsonText, type Table } from '#lib/process/database/table.ts';
import { keptApart } from './apart.server.ts';
import { approvalKind } from './kinds.server.ts';
import type { Asked, Step } from './policy/policy-choice.ts';
import { policyFor } from './policy/policy.server.ts';
import { resolveStep, type Approver } from './resolve.server.ts';
import type { Decision, Instance, InstanceStatus, Task } from './instance.ts';
import { snapshotHash } from './snapshot-hash.server.ts';
import { checkDelegate, withDelegates } from './delegation/delegate.server.ts';
import { approvedBefore, cancelPendingTasks, closeStepPlace, openTasks } from './tasks.server.ts';
import { settleTaskNotifications } from './approval-notices.server.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    approvalInstances: Table<
      Instance,
      'apart' | 'flags' | 'reasons' | 'currentSeq' | 'status' | 'startedAt',
      'apart' | 'reasons' | 'steps' | 'snapshot'
    >;
    approvalTasks: Table<Task, 'status' | 'openedAt'>;
  }
}

/** A document as the engine sees it; `snapshot` is what approvers decide on, unchanged until the end. */
export interface Approvable extends Asked {
  docId: string;
  revision: number;
  snapshot: unknown;
}

/** Starts the approval of a document and opens the first step's tasks. */
export async function startApproval(tx: Tx, document: Approvable): Promise<Instance> {
  const { policy, steps, flags, reasons } = await policyFor(document, tx);
  const instance: Instance = {
    id: uuid(),
    docType: document.docType,
    docId: document.docId,
    revision: document.revision,
    policyId: policy.id,
    policyVersion: policy.version,
    requesterId: document.requesterId,
    senderId: document.senderId ?? null,
    apart: [...(document.apart ?? [])],
    departmentId: document.departmentId,
    netCents: document.netCents,
    flags,
    reasons,
    steps,
    currentSeq: steps[0]!.seq,
    snapshot: document.snapshot,
    snapshotHash: snapshotHash(document.snapshot),
    status: 'running',
    startedAt: instantNow(),
    endedAt: null,
  };
  await tx
    .insertInto('approvalInstances')
    .values({
      ...instance,
      apart: jsonText(instance.apart),
      reasons: jsonText(reasons),
      steps: jsonText(steps),
      snapshot: jsonText(instance.snapshot),
    })
    .execute();
  await openFrom(tx, instance, steps[0]!.seq);
  return instance;
}

/** A document about to be decided on. `amended` is the snapshot that a yes leaves of it when parts were refused. */
export interface DecidedDocument {
  docType: string;
  docId: string;
  amended?: unknown;
}

/**
 * Records a decision of the actor's open task. Answers whether the approval has come to its end. Who is asked later
 * decides on what is left (`amended`), at the tier of what was sent. What they were asked about is held against the
 * document as it stands, for every kind. 409 `not-waiting-for-you` without an open task, 409 `document-changed` when
 * the document is no longer what was sent, 409 `delegation-is-over` for a delegate whose time has passed, 422 without
 * the comment that returning and rejecting need.
 */
export async function decideApproval(
  tx: Tx,
  actor: Actor,
  document: DecidedDocument,
  decision: Decision,
  comment: string | null,
): Promise<{ ended: InstanceStatus | null; instance: Instance; task: Task }> {
  if (decision !== 'approved' && !comment?.trim()) throw invalidField('comment', 'required');
  const instance = await runningApproval(tx, document.docType, document.docId);
  const task =
    instance &&
    (await tx
      .selectFrom('approvalTasks')
      .selectAll()
      .where('instanceId', '=', instance.id)
      .where('assigneeId', '=', actor.id)
      .where('status', '=', 'pending')
      .executeTakeFirst());
  if (!instance || !task) throw new Refusal('not-waiting-for-you', 409);
  if ((await keptApart(instance, tx)).has(actor.id)) throw new Refusal('own-request', 409);
  await checkDelegate(tx, task);
  if (
    snapshotHash(await approvalKind(document.docType).snapshot(document.docId, tx, instance.snapshot)) !==
    instance.snapshotHash
  )
    throw new Refusal('document-changed', 409);
  await tx
    .updateTable('approvalTasks')
    .set({
      status: decision,
      comment: comment?.trim() || null,
      decidedAt: instantNow(),
      channel: actor.channel ?? 'web',
      ip: actor.ip,
    })
    .where('id', '=', task.id)
    .execute();
  await settleTaskNotifications(tx, [task.id]);
  if (decision !== 'approved') return { ended: await end(tx, instance, decision), instance, task };
  if (document.amended !== undefined) await storeSnapshot(tx, instance.id, document.amended);
  return { ended: await goOn(tx, instance, task), instance, task };
}

async function storeSnapshot(tx: Tx, instanceId: string, snapshot: unknown): Promise<void> {
  await tx
    .updateTable('approvalInstances')
    .set({ snapshot: jsonText(snapshot), snapshotHash: snapshotHash(snapshot) })
    .where('id', '=', instanceId)
    .execute();
}

/** Ends a running approval without a decision: the requester takes the document back, or it is cancelled. */
export async function withdrawApproval(tx: Tx, docType: string, docId: string): Promise<void> {
  const instance = await runningApproval(tx, docType, docId);
  if (instance) await end(tx, instance, 'withdrawn');
}

/** Whether somebody has approved a step of the document's running approval. */
export async function hasDecision(tx: Tx, docType: string, docId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from approval_tasks t join approval_instances i on i.id = t.instance_id
    where i.doc_type = ${docType} and i.doc_id = ${docId} and i.status = 'running' and t.status = 'approved' limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/**
 * Opens the tasks of the step at `seq`. Whoever has approved an earlier step counts as having approved this one too,
 * with a note, unless the step wants four eyes; a step that has enough by that is passed over. For somebody who is away
 * the delegate is asked.
 */
async function openFrom(tx: Tx, instance: Instance, seq: number): Promise<InstanceStatus | null> {
  const step = instance.steps.find((one) => one.seq === seq);
  if (!step) return end(tx, instance, 'approved');
  const decided = await approvedBefore(tx, instance.id);
  const before = step.fourEyes ? new Set<string>() : decided;
  const people = await withDelegates(await resolveStep(step, instance, tx), {
    asked: instance,
    reader: tx,
    approved: decided,
    fourEyes: step.fourEyes,
  });
  const hasApproved = ({ userId, onBehalfOf }: Approver) => before.has(userId) || before.has(onBehalfOf ?? '');
  const enough = people.filter(hasApproved).length >= neededOf(step, people.length);
  await tx.updateTable('approvalInstances').set({ currentSeq: seq }).where('id', '=', instance.id).execute();
  await openTasks(
    tx,
    instance,
    step,
    people
      .filter((person) => !enough || hasApproved(person))
      .map((person) => ({ ...person, skipped: hasApproved(person) })),
  );
  return enough ? openFrom(tx, { ...instance, currentSeq: seq }, nextSeq(instance, seq)) : null;
}

/** The document's running instance, locked; undefined when none runs. */
async function runningApproval(tx: Tx, docType: string, docId: string): Promise<Instance | undefined> {
  return tx
    .selectFrom('approvalInstances')
    .selectAll()
    .where('docType', '=', docType)
    .where('docId', '=', docId)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst();
}

/** After an approval: stays in the step until it has enough places with a yes, then opens the next one. */
async function goOn(tx: Tx, instance: Instance, task: Task): Promise<InstanceStatus | null> {
  const step = instance.steps.find((one) => one.seq === instance.currentSeq)!;
  await closeStepPlace(tx, task);
  const tasks = await tx
    .selectFrom('approvalTasks')
    .select(['status', 'placeOf'])
    .where('instanceId', '=', instance.id)
    .where('seq', '=', step.seq)
    .where('status', 'in', ['pending', 'approved', 'skipped'])
    .execute();
  const places = new Set(tasks.map(({ placeOf }) => placeOf));
  const approved = new Set(tasks.filter(({ status }) => status !== 'pending').map(({ placeOf }) => placeOf));
  if (approved.size < neededOf(step, places.size)) return null;
  await cancelPendingTasks(tx, instance.id);
  return openFrom(tx, instance, nextSeq(instance, step.seq));
}

/** How many of the people asked must say yes. */
function neededOf({ mode, n }: Step, asked: number): number {
  return { any: 1, all: asked, 'n-of': Math.min(n ?? 1, asked) }[mode];
}

async function end(tx: Tx, instance: Instance, status: InstanceStatus): Promise<InstanceStatus> {
  await cancelPendingTasks(tx, instance.id);
  await tx
    .updateTable('approvalInstances')
    .set({ status, endedAt: instantNow() })
    .where('id', '=', instance.id)
    .execute();
  return status;
}

/** The step after `seq`; one past the last when there is none. */
function nextSeq(instance: Instance, seq: number): number {
  return instance.steps.find((step) => step.seq > seq)?.seq ?? Number.MAX_SAFE_INTEGER;
}
