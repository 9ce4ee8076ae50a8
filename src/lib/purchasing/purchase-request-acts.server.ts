import type { Actor } from '#lib/access/actor.ts';
import { db } from '#lib/platform/database.server.ts';
import { DOC_TYPE } from './purchase-request-approval.server.ts';
import { purchaseRequest, type PurchaseRequest } from './purchase-request.ts';

/** An act on a record as its buttons show it: allowed, or why not (a key of locales `refusals`). */
export interface AllowedAct {
  act: string;
  allowed: boolean;
  reason: string | null;
}

/** What the actor may do to this request now. An act the person may never do is absent; one that cannot be done now says why. */
export async function allowedActsOf(actor: Actor, request: PurchaseRequest): Promise<AllowedAct[]> {
  const own = request.requesterId === actor.id;
  const { ability } = actor;
  const department = actor.departmentTreeIds.includes(request.departmentId);
  const updates = ability.scopes('PurchaseRequest', ['update']).has('entity');
  const edits = updates || (own && ability.can('PurchaseRequest', 'my-request-update')) || (department && ability.can('PurchaseRequest', 'my-department-request-edit'));
  const task = await taskOf(actor, request.id);
  const acts: AllowedAct[] = [];
  const add = (act: string, possible: boolean, allowed: boolean, reason: string) => {
    if (possible) acts.push({ act, allowed, reason: allowed ? null : reason });
  };
  add('edit', edits, ['draft', 'returned'].includes(request.status) || (updates && ['pending-budget', 'sourcing'].includes(request.status)), 'locked-while-approved');
  add('submit', own || updates, in_(request, 'submit'), 'state-changed');
  add('withdraw', own, in_(request, 'withdraw'), 'state-changed');
  for (const act of ['approve', 'return', 'reject']) add(act, task !== null && !own, task === 'pending' && in_(request, 'approve'), task === 'pending' ? 'state-changed' : 'already-decided');
  add('cancel', own || ability.can('PurchaseRequest', 'cancel'), in_(request, 'cancel') && (ability.can('PurchaseRequest', 'cancel') || !['sourcing', 'pending-award', 'awarded'].includes(request.status)), 'state-changed');
  add('copy', ability.can('PurchaseRequest', 'create', 'my-request-create'), true, 'not-authorized');
  return acts;
}

function in_(request: PurchaseRequest, act: keyof typeof purchaseRequest.transitions): boolean {
  return (purchaseRequest.transitions[act].from as readonly string[]).includes(request.status);
}

/** The state of the actor's newest task on the running or last approval; null when never asked. */
async function taskOf(actor: Actor, docId: string): Promise<string | null> {
  const row = await db.selectFrom('approvalTasks').select('status').where('docType', '=', DOC_TYPE).where('docId', '=', docId)
    .where('assigneeId', '=', actor.id).orderBy('openedAt', 'desc').limit(1).executeTakeFirst();
  return row?.status ?? null;
}
