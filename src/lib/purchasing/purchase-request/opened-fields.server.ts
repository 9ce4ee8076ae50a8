import { changeOpened } from '#lib/documents/opened-fields.server.ts';
import type { Seen } from '#lib/records/version.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { FieldError } from '#lib/values/refusal.ts';
import { today } from '#lib/values/time.ts';
import { purchaseRequests } from './purchase-request.server.ts';
import { purchaseRequest, type PurchaseRequest } from './purchase-request.ts';

/** Changes what the step of a policy opens to whoever it asks, while the request waits for the actor's own decision. */
export const changeOpenedFields = (
  actor: Actor,
  seen: Seen,
  input: Record<string, unknown>,
  within?: Tx,
): Promise<PurchaseRequest> =>
  changeOpened({ of: purchaseRequest, documents: purchaseRequests, faultsOf }, actor, seen, input, within);

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
