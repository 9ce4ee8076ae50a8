import { listOf, type ApiOperation } from '#lib/records/api/api-operations.ts';
import { nullable, uuid } from '#lib/records/api/api-schema.ts';
import { expectedOperation } from '#lib/documents/expected-docs.ts';
import { myPurchaseRequest, purchaseRequest } from './purchase-request.ts';

/** The same records by another right, with tabs of their own. */
export const ownList: ApiOperation = { ...listOf(myPurchaseRequest), of: purchaseRequest, does: 'listOwn' };

/** Who would be asked for a request that has not been sent. */
export const expectedApproval: ApiOperation = expectedOperation(purchaseRequest, {
  purchasePath: { type: 'string', enum: [...purchaseRequest.fields.purchasePath.values!] },
  preferredVendor: nullable({ type: 'string', maxLength: 500 }),
  expenseCategoryIds: { type: 'array', items: uuid, maxItems: 200 },
});
