import type { Actor } from '#lib/access/actor.ts';
import { db } from '#lib/platform/database.server.ts';
import { REQUESTER_CANCELS } from './purchase-request-ending.server.ts';
import { DOC_TYPE } from './purchase-request-snapshot.server.ts';
import { isOpenLine, type PurchaseRequestLine } from './purchase-request-line.ts';
import { CREATE } from './purchase-request-rights.ts';
import { purchaseRequest, type PurchaseRequest } from './purchase-request.ts';

/** An act on a record as its buttons show it: allowed, or why not (a key of locales `refusals`). */
export interface AllowedAct {
  act: 'edit' | 'submit' | 'withdraw' | 'approve' | 'return' | 'reject' | 'cancel' | 'copy';
  allowed: boolean;
  reason: string | null;
}

/**
 * What the actor may do to this request now. An act the person may never do is absent; one that cannot be done now says
 * why. The operations decide for themselves all the same.
 */
export async function allowedActsOf(actor: Actor, request: PurchaseRequest): Promise<AllowedAct[]> {
  const { ability } = actor;
  const own = request.requesterId === actor.id;
  const department = actor.departmentTreeIds.includes(request.departmentId);
  const mine = own || request.createdBy === actor.id;
  const updates = ability.can('PurchaseRequest', 'update');
  const edits =
    updates ||
    (mine && ability.can('PurchaseRequest', 'my-request-update')) ||
    (department && ability.can('PurchaseRequest', 'my-department-request-edit'));
  const cancels = ability.can('PurchaseRequest', 'cancel');
  const task = own ? null : await taskOf(actor, request.id);
  const open = is(request, 'submit') || (updates && ['pending-budget', 'sourcing'].includes(request.status));
  const acts: AllowedAct[] = [];
  const add = (act: AllowedAct['act'], possible: boolean, allowed: boolean, reason: string) => {
    if (possible) acts.push({ act, allowed, reason: allowed ? null : reason });
  };
  add('edit', edits, open, request.status === 'pending-approval' ? 'locked-while-deciding' : 'state-changed');
  add('submit', own || updates, is(request, 'submit'), 'state-changed');
  add('withdraw', own, is(request, 'withdraw'), 'state-changed');
  for (const act of ['approve', 'return', 'reject'] as const)
    add(act, task !== null, task === 'pending', 'already-decided');
  add(
    'cancel',
    own || cancels,
    is(request, 'cancel') && (cancels || REQUESTER_CANCELS.includes(request.status)),
    'state-changed',
  );
  add('copy', ability.can('PurchaseRequest', ...CREATE), true, 'not-authorized');
  return acts;
}

/** Whether the reader decides now. */
export function decidesNow({ allowedActions }: { allowedActions: readonly AllowedAct[] }): boolean {
  return allowedActions.some(({ act, allowed }) => act === 'approve' && allowed);
}

/** Whether the reader decides now and the request has items of which some could be refused. */
export function mayRefuseLines(request: {
  allowedActions: readonly AllowedAct[];
  lines: readonly PurchaseRequestLine[];
}): boolean {
  return decidesNow(request) && request.lines.filter(isOpenLine).length > 1;
}

function is(request: PurchaseRequest, act: keyof typeof purchaseRequest.transitions): boolean {
  return (purchaseRequest.transitions[act].from as readonly string[]).includes(request.status);
}

/** The state of the actor's newest task on the running approval; null for whoever is not asked by it. */
async function taskOf(actor: Actor, docId: string): Promise<string | null> {
  const task = await db
    .selectFrom('approvalTasks as t')
    .innerJoin('approvalInstances as i', 'i.id', 't.instanceId')
    .select('t.status')
    .where('i.docType', '=', DOC_TYPE)
    .where('i.docId', '=', docId)
    .where('i.status', '=', 'running')
    .where('t.assigneeId', '=', actor.id)
    .where('t.status', 'not in', ['reassigned', 'skipped'])
    .orderBy('t.openedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return task?.status ?? null;
}
