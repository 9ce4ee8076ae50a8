import { actOf, createOf, updateOf, type ApiOperation } from '#lib/platform/api/api-operations.ts';
import { enteredSchema, inputOf, nullable, readSchema, uuid, type Schema } from '#lib/platform/api/api-schema.ts';
import type { Field } from '#lib/kernel/fields.ts';
import { purchaseRequest } from './purchase-request.ts';
import { lineFields } from './purchase-request-line.ts';

const cells = Object.entries(lineFields) as [string, Field][];
const of = (schemaOf: (field: Field) => Schema): Record<string, Schema> => Object.fromEntries(cells.map(([name, field]) => [name, schemaOf(field)]));
const lines: Schema = { type: 'array', items: { type: 'object', properties: { id: uuid, lineNo: { type: 'integer' }, netCents: { type: 'integer' }, ...of(readSchema) }, required: ['id', 'lineNo', 'netCents', ...Object.keys(lineFields)] } };
const allowedAction: Schema = { type: 'object', properties: { act: { type: 'string' }, allowed: { type: 'boolean' }, reason: nullable({ type: 'string' }) }, required: ['act', 'allowed', 'reason'] };

/** What a request is answered with beside its fields. */
export const REQUEST_MORE: Record<string, Schema> = { lines, allowedActions: { type: 'array', items: allowedAction } };

export const submission: ApiOperation = actOf(purchaseRequest, 'submit');
export const withdrawal: ApiOperation = actOf(purchaseRequest, 'withdraw');
export const cancellation: ApiOperation = actOf(purchaseRequest, 'cancel', { reason: { type: 'string', maxLength: 500 } });
export const copying: ApiOperation = { ...createOf(purchaseRequest), does: 'copy', body: { type: 'object' }, refusals: [400, 404, 409, 413, 415, 422] };

/** A request with its lines, as it is sent; a draft needs little, and the rest is the person's own where it is left out. */
const input: Schema = (() => {
  const { properties } = inputOf(purchaseRequest);
  return { type: 'object', properties: { ...properties, lines: { type: 'array', maxItems: 200, items: { type: 'object', properties: of(enteredSchema) } } }, required: ['title', 'purpose', 'purchasePath', 'neededBy', 'deliverToAddressId'] };
})();

export const creation: ApiOperation = createOf(purchaseRequest, input);
export const change: ApiOperation = updateOf(purchaseRequest, input);
