import type { ApprovalFlag } from '#lib/approvals/doc-types.ts';
import type { Asked } from '#lib/approvals/policy-choice.ts';
import { isOpenLine, type PurchaseRequestLine } from './purchase-request-line.ts';
import type { PurchaseRequest } from './purchase-request.ts';

/** The type of purchase requests in number series, approval policies and approval tasks. */
export const DOC_TYPE = 'PR';

export type AskedFields = Pick<PurchaseRequest, 'businessEntityId' | 'departmentId' | 'requesterId' | 'purchasePath'>;

/** What decides who is asked; an emergency raises it by one tier. `netCents` is the net total. */
export function askedFor(request: AskedFields, netCents: number): Asked {
  const { businessEntityId, departmentId, requesterId, purchasePath } = request;
  const flags: ApprovalFlag[] = purchasePath === 'emergency' ? ['emergency'] : [];
  return { docType: DOC_TYPE, businessEntityId, departmentId, requesterId, netCents, flags };
}

type Decided = Pick<PurchaseRequest, 'departmentId' | 'purchasePath' | 'preferredVendor' | 'estimatedNetCents' | 'estimatedGstCents'>;
export type SnapshotLine = Pick<PurchaseRequestLine, 'description' | 'specification' | 'quantity' | 'unit' | 'unitPriceE4' | 'gstCode' | 'priceIncludesGst' | 'expenseCategoryId' | 'costCenterId'>;
export type RequestSnapshot = Decided & { lines: SnapshotLine[] };

/** What approvers decide on: vendor, lines that nobody refused, quantities, prices, what it is charged to. */
export function snapshotOf(request: Decided, lines: readonly PurchaseRequestLine[]): RequestSnapshot {
  const { departmentId, purchasePath, preferredVendor, estimatedNetCents, estimatedGstCents } = request;
  return {
    departmentId, purchasePath, preferredVendor, estimatedNetCents, estimatedGstCents,
    lines: lines.filter(isOpenLine).map(({ description, specification, quantity, unit, unitPriceE4, gstCode, priceIncludesGst, expenseCategoryId, costCenterId }) =>
      ({ description, specification, quantity, unit, unitPriceE4, gstCode, priceIncludesGst, expenseCategoryId, costCenterId })),
  };
}
