import type { ApprovalFlag } from '#lib/approvals/doc-types.ts';
import type { Asked } from '#lib/approvals/policy-choice.ts';
import type { Db } from '#lib/platform/database.server.ts';
import { isOpenLine, type PurchaseRequestLine } from './purchase-request-line.ts';
import { addedUpWith, type Sortable } from './purchase-request-split.server.ts';
import type { PurchaseRequest } from './purchase-request.ts';

/** The type of purchase requests in number series, approval policies and approval tasks. */
export const DOC_TYPE = 'PR';

export type AskedFields = Pick<PurchaseRequest, 'businessEntityId' | 'departmentId' | 'requesterId' | 'purchasePath'> &
  Sortable;

/**
 * What decides who is asked: an emergency raises it by one tier, and so may others that it is added up with (split rule).
 * `netCents` is the net total.
 */
export async function askedFor(request: AskedFields, netCents: number, reader: Db): Promise<Asked> {
  const { id, businessEntityId, departmentId, requesterId, purchasePath, preferredVendor } = request;
  const expenseCategoryIds = [...new Set(request.expenseCategoryIds)];
  const flags: ApprovalFlag[] = purchasePath === 'emergency' ? ['emergency'] : [];
  const addedUp = await addedUpWith({ id, departmentId, preferredVendor, expenseCategoryIds }, netCents, reader);
  return {
    docType: DOC_TYPE,
    businessEntityId,
    departmentId,
    requesterId,
    netCents,
    flags,
    expenseCategoryIds,
    addedUp,
  };
}

type Decided = Pick<
  PurchaseRequest,
  'departmentId' | 'purchasePath' | 'preferredVendor' | 'estimatedNetCents' | 'estimatedGstCents'
>;
export type SnapshotLine = Pick<
  PurchaseRequestLine,
  | 'description'
  | 'specification'
  | 'quantity'
  | 'unit'
  | 'unitPriceE4'
  | 'gstCode'
  | 'priceIncludesGst'
  | 'expenseCategoryId'
  | 'costCenterId'
>;
export type RequestSnapshot = Decided & { lines: SnapshotLine[] };

/** What approvers decide on: vendor, lines that nobody refused, quantities, prices, what it is charged to. */
export function snapshotOf(request: Decided, lines: readonly PurchaseRequestLine[]): RequestSnapshot {
  const { departmentId, purchasePath, preferredVendor, estimatedNetCents, estimatedGstCents } = request;
  return {
    departmentId,
    purchasePath,
    preferredVendor,
    estimatedNetCents,
    estimatedGstCents,
    lines: lines
      .filter(isOpenLine)
      .map(
        ({
          description,
          specification,
          quantity,
          unit,
          unitPriceE4,
          gstCode,
          priceIncludesGst,
          expenseCategoryId,
          costCenterId,
        }) => ({
          description,
          specification,
          quantity,
          unit,
          unitPriceE4,
          gstCode,
          priceIncludesGst,
          expenseCategoryId,
          costCenterId,
        }),
      ),
  };
}
