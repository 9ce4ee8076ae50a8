import { actOf, createOf, listOf, updateOf, type ApiOperation } from '#lib/records/api/api-operations.ts';
import { inputOf, nullable, uuid, type Schema } from '#lib/records/api/api-schema.ts';
import { expectedOperation } from '#lib/documents/expected-docs.ts';
import { enteredLinesSchema, readLinesSchema } from '#lib/documents/line-docs.ts';
import { myPurchaseRequest, purchaseRequest } from './purchase-request.ts';
import { purchaseRequestLines } from './line.ts';

const allowedAction: Schema = {
  type: 'object',
  properties: { act: { type: 'string' }, allowed: { type: 'boolean' }, reason: nullable({ type: 'string' }) },
  required: ['act', 'allowed', 'reason'],
};

/** What a request is answered with beside its fields. */
export const REQUEST_MORE: Record<string, Schema> = {
  lines: readLinesSchema(purchaseRequestLines),
  allowedActions: { type: 'array', items: allowedAction },
};

export const submission: ApiOperation = actOf(purchaseRequest, 'submit');
export const withdrawal: ApiOperation = actOf(purchaseRequest, 'withdraw');
export const cancellation: ApiOperation = actOf(purchaseRequest, 'cancel', {
  reason: { type: 'string', maxLength: 500 },
});
export const copying: ApiOperation = {
  ...createOf(purchaseRequest),
  does: 'copy',
  body: { type: 'object' },
  refusals: [400, 404, 409, 413, 415, 422],
};

/** A request with its lines, as it is sent; a draft needs little, and the rest is the person's own where it is left out. */
const input: Schema = (() => {
  const { properties } = inputOf(purchaseRequest);
  return {
    type: 'object',
    properties: {
      ...properties,
      lines: enteredLinesSchema(purchaseRequestLines),
    },
    required: ['title', 'purpose', 'purchasePath', 'neededBy', 'deliverToAddressId'],
  };
})();

export const creation: ApiOperation = createOf(purchaseRequest, input);
export const change: ApiOperation = updateOf(purchaseRequest, input);

/** The same records by another right, with tabs of their own. */
export const ownList: ApiOperation = { ...listOf(myPurchaseRequest), of: purchaseRequest, does: 'listOwn' };

/** Who would be asked for a request that has not been sent. */
export const expectedApproval: ApiOperation = expectedOperation(purchaseRequest, {
  purchasePath: { type: 'string', enum: [...purchaseRequest.fields.purchasePath.values!] },
  preferredVendor: nullable({ type: 'string', maxLength: 500 }),
  expenseCategoryIds: { type: 'array', items: uuid, maxItems: 200 },
});
