import { isSignedIn, type Actor } from '#lib/access/actor.ts';
import { openedFields } from '#lib/approvals/tasks.server.ts';
import { Refusal, invalid, type FieldError } from '#lib/kernel/refusal.ts';
import type { Seen } from '#lib/kernel/store.server.ts';
import { today } from '#lib/kernel/time.ts';
import { transaction, type Tx } from '#lib/platform/database.server.ts';
import { SHOW } from './purchase-request-rights.ts';
import { purchaseRequests } from './purchase-request.server.ts';
import { DOC_TYPE } from './purchase-request-snapshot.server.ts';
import { purchaseRequest, type PurchaseRequest } from './purchase-request.ts';

/**
 * Changes, while the request waits for the actor's own decision, what the step of the policy opens to whoever it asks
 * (model of purchasing, 0.6): nothing that approvers decide on, so what they were asked about stays as it is. 409
 * `state-changed` where nothing is opened to the actor, `not-opened-to-you` for another field.
 */
export function changeOpenedFields(
  actor: Actor,
  seen: Seen,
  input: Record<string, unknown>,
  within?: Tx,
): Promise<PurchaseRequest> {
  const work = async (tx: Tx) => {
    const { status } = await purchaseRequests.get(actor, seen.id, SHOW, tx);
    const opened = isSignedIn(actor) ? await openedFields(actor, DOC_TYPE, seen.id, tx) : [];
    if (opened.length === 0) throw new Refusal('state-changed', 409, { params: { status } });
    const sent = Object.keys(input).filter(
      (name) => (purchaseRequest.form as readonly string[]).includes(name) || name === 'lines',
    );
    if (sent.some((name) => !opened.includes(name))) throw new Refusal('not-opened-to-you', 409);
    return purchaseRequests.update(
      actor,
      seen,
      input,
      async (request, own, before) => {
        const faults = await faultsOf(own, request as PurchaseRequest, before as PurchaseRequest, opened);
        if (faults.length > 0) throw invalid(faults);
      },
      { tx, actions: SHOW, fields: opened },
    );
  };
  return within ? work(within) : transaction(work);
}

/** What was right when it was sent stays right; what is no longer so but was not touched is nobody's fault here. */
async function faultsOf(
  tx: Tx,
  request: PurchaseRequest,
  before: PurchaseRequest,
  opened: readonly string[],
): Promise<FieldError[]> {
  const { neededBy, priority, priorityReason, deliverToAddressId } = request;
  const isMoved = deliverToAddressId !== before.deliverToAddressId;
  const place = isMoved
    ? await tx.selectFrom('addresses').select('status').where('id', '=', deliverToAddressId).executeTakeFirst()
    : undefined;
  return [
    ...(neededBy !== before.neededBy && neededBy < today()
      ? [{ path: 'neededBy', code: 'in-the-past', params: { date: neededBy } }]
      : []),
    ...(priority !== 'normal' && !priorityReason
      ? [{ path: opened.includes('priorityReason') ? 'priorityReason' : 'priority', code: 'reason-needed' }]
      : []),
    ...(isMoved && place?.status !== 'active' ? [{ path: 'deliverToAddressId', code: 'out-of-use' }] : []),
  ];
}
