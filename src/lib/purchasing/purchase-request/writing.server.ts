import { writerOf } from '#lib/documents/document-writing.server.ts';
import { gstPricing } from '#lib/documents/lines/gst-lines.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { FieldError } from '#lib/values/refusal.ts';
import { today } from '#lib/values/time.ts';
import { estimated, purchaseRequestLines } from './line.ts';
import { purchaseRequests } from './purchase-request.server.ts';
import { purchaseRequest, type PurchaseRequest } from './purchase-request.ts';

/** Writing requests: for oneself, with `create` for others (model of purchasing, 1.2). */
export const purchaseRequestWriting = writerOf(purchaseRequest, purchaseRequests, {
  first: () => ({ priority: 'normal' }),
  forOthers: ['create'],
  priced: gstPricing(purchaseRequestLines, estimated),
  openedFaults,
  ahead: ['neededBy'],
});

export const {
  create: createPurchaseRequest,
  update: updatePurchaseRequest,
  change: changeOpenedFields,
  copy: copyPurchaseRequest,
} = purchaseRequestWriting;

/** What was right when it was sent stays right; what is no longer so but was not touched is nobody's fault here. */
async function openedFaults(
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
