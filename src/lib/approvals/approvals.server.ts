import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Actor } from '#lib/access/actor.ts';
import { Refusal, invalidField } from '#lib/kernel/refusal.ts';
import { addWorkingHours } from '#lib/kernel/time.server.ts';
import type { Tx } from '#lib/platform/database.server.ts';
import { policyFor, type Asked, type Step } from './policy.server.ts';
import { resolveStep } from './resolve.server.ts';

export type Decision = 'approved' | 'returned' | 'rejected';
export type InstanceStatus = 'running' | 'approved' | 'returned' | 'rejected' | 'withdrawn' | 'superseded';
export type TaskStatus = 'pending' | 'approved' | 'returned' | 'rejected' | 'skipped' | 'reassigned' | 'cancelled';

export interface Instance {
  id: string;
  docType: string;
  docId: string;
  revision: number;
  policyId: string;
  policyVersion: number;
  requesterId: string;
  departmentId: string;
  netCents: number;
  steps: Step[];
  currentSeq: number;
  snapshot: unknown;
  snapshotHash: string;
  status: InstanceStatus;
  startedAt: string;
  endedAt: string | null;
}

export interface Task {
  id: string;
  instanceId: string;
  docType: string;
  docId: string;
  seq: number;
  assigneeId: string;
  onBehalfOf: string | null;
  rule: string;
  note: string | null;
  status: TaskStatus;
  comment: string | null;
  openedAt: string;
  dueAt: string;
  decidedAt: string | null;
  channel: 'web' | 'mail' | null;
  ip: string | null;
}

declare module '#lib/platform/database.server.ts' {
  interface Database {
    approvalInstances: Instance;
    approvalTasks: Task;
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
  const policy = await policyFor(document, tx);
  const instance: Instance = {
    id: uuid(), docType: document.docType, docId: document.docId, revision: document.revision,
    policyId: policy.id, policyVersion: policy.version, requesterId: document.requesterId, departmentId: document.departmentId,
    netCents: document.netCents, steps: policy.steps, currentSeq: policy.steps[0]!.seq,
    snapshot: document.snapshot, snapshotHash: hashOf(document.snapshot), status: 'running', startedAt: new Date().toISOString(), endedAt: null,
  };
  await tx.insertInto('approvalInstances')
    .values({ ...instance, steps: JSON.stringify(instance.steps), snapshot: JSON.stringify(instance.snapshot) } as never).execute();
  await openFrom(tx, instance, policy.steps[0]!.seq);
  return instance;
}

/**
 * Records a decision of the actor's open task. Answers whether the approval has come to its end.
 * 409 `not-waiting-for-you` without an open task, 409 `document-changed` when the snapshot no longer fits,
 * 422 without the comment that returning and rejecting need.
 */
export async function decide(
  tx: Tx, actor: Actor, document: { docType: string; docId: string; snapshot: unknown },
  decision: Decision, comment: string | null,
): Promise<{ ended: InstanceStatus | null; instance: Instance }> {
  if (decision !== 'approved' && !comment?.trim()) throw invalidField('comment', 'required');
  const instance = await running(tx, document.docType, document.docId);
  const task = instance && (await tx.selectFrom('approvalTasks').selectAll()
    .where('instanceId', '=', instance.id).where('assigneeId', '=', actor.id).where('status', '=', 'pending').executeTakeFirst());
  if (!instance || !task) throw new Refusal('not-waiting-for-you', 409);
  if (instance.requesterId === actor.id) throw new Refusal('own-request', 409);
  if (hashOf(document.snapshot) !== instance.snapshotHash) throw new Refusal('document-changed', 409);
  await tx.updateTable('approvalTasks')
    .set({ status: decision, comment: comment?.trim() || null, decidedAt: new Date().toISOString(), channel: 'web', ip: actor.ip }).where('id', '=', task.id).execute();
  if (decision !== 'approved') return { ended: await end(tx, instance, decision), instance };
  return { ended: await goOn(tx, instance), instance };
}

/** Ends a running approval without a decision: the requester takes the document back, or it is cancelled. */
export async function withdraw(tx: Tx, docType: string, docId: string): Promise<{ decisions: number }> {
  const instance = await running(tx, docType, docId);
  if (!instance) return { decisions: 0 };
  const { count } = await tx.selectFrom('approvalTasks').select(sql<number>`count(*)`.as('count'))
    .where('instanceId', '=', instance.id).where('status', '=', 'approved').executeTakeFirstOrThrow();
  await end(tx, instance, 'withdrawn');
  return { decisions: count };
}

/** Opens the tasks of the step at `seq`; a step whose people have all approved already is skipped with a note. */
export async function openFrom(tx: Tx, instance: Instance, seq: number): Promise<InstanceStatus | null> {
  const step = instance.steps.find((one) => one.seq === seq);
  if (!step) return end(tx, instance, 'approved');
  const { people, note } = await resolveStep(step, instance, tx);
  const approved = await approvedBefore(tx, instance.id);
  const asked = step.fourEyes ? people : people.filter((id) => !approved.has(id));
  await tx.updateTable('approvalInstances').set({ currentSeq: seq }).where('id', '=', instance.id).execute();
  const now = new Date().toISOString();
  const task = (assigneeId: string, more: object) => ({
    id: uuid(), instanceId: instance.id, docType: instance.docType, docId: instance.docId, seq, assigneeId, rule: step.rule,
    note, openedAt: now, dueAt: addWorkingHours(now, step.slaHours), ...more,
  });
  if (asked.length === 0) {
    await tx.insertInto('approvalTasks').values(people.map((id) => task(id, { status: 'skipped', note: 'approved-before', decidedAt: now })) as never).execute();
    return openFrom(tx, { ...instance, currentSeq: seq }, nextSeq(instance, seq));
  }
  await tx.insertInto('approvalTasks').values(asked.map((id) => task(id, { status: 'pending' })) as never).execute();
  return null;
}

/** The document's running instance, locked; undefined when none runs. */
export async function running(tx: Tx, docType: string, docId: string): Promise<Instance | undefined> {
  return tx.selectFrom('approvalInstances').selectAll().where('docType', '=', docType).where('docId', '=', docId).where('status', '=', 'running').forUpdate().executeTakeFirst();
}

/** After an approval: stays in the step until it has enough, then opens the next one. */
async function goOn(tx: Tx, instance: Instance): Promise<InstanceStatus | null> {
  const step = instance.steps.find((one) => one.seq === instance.currentSeq)!;
  const tasks = await tx.selectFrom('approvalTasks').select(['status']).where('instanceId', '=', instance.id).where('seq', '=', step.seq).where('status', 'in', ['pending', 'approved']).execute();
  const approved = tasks.filter(({ status }) => status === 'approved').length;
  const needed = { any: 1, all: tasks.length, 'n-of': Math.min(step.n ?? 1, tasks.length) }[step.mode];
  if (approved < needed) return null;
  await cancelPending(tx, instance.id);
  return openFrom(tx, instance, nextSeq(instance, step.seq));
}

async function end(tx: Tx, instance: Instance, status: InstanceStatus): Promise<InstanceStatus> {
  await cancelPending(tx, instance.id);
  await tx.updateTable('approvalInstances').set({ status, endedAt: new Date().toISOString() }).where('id', '=', instance.id).execute();
  return status;
}

async function cancelPending(tx: Tx, instanceId: string): Promise<void> {
  await tx.updateTable('approvalTasks').set({ status: 'cancelled', decidedAt: new Date().toISOString() }).where('instanceId', '=', instanceId).where('status', '=', 'pending').execute();
}

async function approvedBefore(tx: Tx, instanceId: string): Promise<Set<string>> {
  const rows = await tx.selectFrom('approvalTasks').select('assigneeId').where('instanceId', '=', instanceId).where('status', '=', 'approved').execute();
  return new Set(rows.map(({ assigneeId }) => assigneeId));
}

/** The step after `seq`; one past the last when there is none. */
function nextSeq(instance: Instance, seq: number): number {
  return instance.steps.find((step) => step.seq > seq)?.seq ?? Number.MAX_SAFE_INTEGER;
}

/** The same content gives the same hash, whatever the order of its names. */
export function hashOf(snapshot: unknown): string {
  return createHash('sha256').update(JSON.stringify(sorted(snapshot))).digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted((value as Record<string, unknown>)[name])]));
}
