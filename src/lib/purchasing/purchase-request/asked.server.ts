import { z } from 'zod';
import type { ApprovalFlag } from '#lib/approvals/flags.ts';
import type { Asked } from '#lib/approvals/policy/policy-choice.ts';
import { expectedApproval } from '#lib/documents/expected.server.ts';
import type { Db } from '#lib/process/database/database.server.ts';
import { addedUpWith, type Sortable } from './split.server.ts';
import { purchaseRequest, type PurchaseRequest } from './purchase-request.ts';
import { purchaseRequestWriting } from './writing.server.ts';

type AskedFields = Pick<PurchaseRequest, 'businessEntityId' | 'departmentId' | 'requesterId' | 'purchasePath'> &
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
    docType: purchaseRequest.docType,
    businessEntityId,
    departmentId,
    requesterId,
    netCents,
    flags,
    expenseCategoryIds,
    addedUp,
  };
}

/** What decides it of a request that is still being written; vendor and categories are what it is added up with others by. */
const deciding = z.object({
  purchasePath: purchaseRequest.fields.purchasePath.schema.default('quotation'),
  preferredVendor: z.string().max(500, 'too-long').nullish(),
  expenseCategoryIds: z.array(z.uuid('not-a-choice')).max(200, 'too-many-rows').default([]),
});

/** Who will be asked for one that is still being written. */
export const expectedForRequest = expectedApproval(purchaseRequestWriting, deciding, (request, _actor, reader) =>
  askedFor(request, request.netCents, reader),
);
