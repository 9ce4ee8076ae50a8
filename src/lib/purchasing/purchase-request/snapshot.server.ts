import type { ApprovalFlag } from '#lib/approvals/flags.ts';
import type { Asked } from '#lib/approvals/policy/policy-choice.ts';
import type { Db } from '#lib/process/database/database.server.ts';
import { addedUpWith, type Sortable } from './split.server.ts';
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
