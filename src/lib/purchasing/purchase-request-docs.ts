import {
  actOf,
  createOf,
  listOf,
  updateOf,
  type ApiOperation,
  type Parameter,
} from '#lib/platform/api/api-operations.ts';
import {
  enteredSchema,
  exactly,
  inputOf,
  instant,
  nullable,
  pageOf,
  readSchema,
  uuid,
  type Schema,
} from '#lib/platform/api/api-schema.ts';
import type { Field } from '#lib/kernel/fields.ts';
import { myPurchaseRequest, purchaseRequest } from './purchase-request.ts';
import { lineFields } from './purchase-request-line.ts';

const cells = Object.entries(lineFields) as [string, Field][];
const of = (schemaOf: (field: Field) => Schema): Record<string, Schema> =>
  Object.fromEntries(cells.map(([name, field]) => [name, schemaOf(field)]));
const lines: Schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { id: uuid, lineNo: { type: 'integer' }, netCents: { type: 'integer' }, ...of(readSchema) },
    required: ['id', 'lineNo', 'netCents', ...Object.keys(lineFields)],
  },
};
const allowedAction: Schema = {
  type: 'object',
  properties: { act: { type: 'string' }, allowed: { type: 'boolean' }, reason: nullable({ type: 'string' }) },
  required: ['act', 'allowed', 'reason'],
};

/** What a request is answered with beside its fields. */
export const REQUEST_MORE: Record<string, Schema> = { lines, allowedActions: { type: 'array', items: allowedAction } };

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
      lines: { type: 'array', maxItems: 200, items: { type: 'object', properties: of(enteredSchema) } },
    },
    required: ['title', 'purpose', 'purchasePath', 'neededBy', 'deliverToAddressId'],
  };
})();

export const creation: ApiOperation = createOf(purchaseRequest, input);
export const change: ApiOperation = updateOf(purchaseRequest, input);

/** The same records by another right, with tabs of their own. */
export const ownList: ApiOperation = { ...listOf(myPurchaseRequest), of: purchaseRequest, does: 'listOwn' };

const text: Schema = { type: 'string' };
const cents: Schema = { type: 'integer', minimum: 0 };
const link = exactly({
  id: uuid,
  createdAt: instant,
  createdBy: text,
  expiresAt: instant,
  revokedAt: nullable(instant),
  useCount: { type: 'integer' },
  lastUsedAt: nullable(instant),
  live: { type: 'boolean' },
});
const whichLink: Parameter = { name: 'link', schema: uuid, says: 'link' };

export const printLinks: ApiOperation = {
  does: 'printLinks',
  of: purchaseRequest,
  answer: { status: 200, schema: pageOf(link) },
  refusals: [404],
};
export const printLinkMaking: ApiOperation = {
  does: 'makePrintLink',
  of: purchaseRequest,
  answer: { status: 201, schema: exactly({ url: { type: 'string', format: 'uri' }, expiresAt: instant }) },
  refusals: [404, 409],
};
export const printLinkEnding: ApiOperation = {
  does: 'endPrintLink',
  of: purchaseRequest,
  query: [whichLink],
  answer: { status: 204, schema: 'none' },
  refusals: [404],
};

const person = exactly({
  taskId: nullable(uuid),
  userId: uuid,
  fullName: text,
  jobTitle: nullable(text),
  status: text,
  note: nullable(text),
  comment: nullable(text),
  onBehalfOf: nullable(text),
  openedAt: nullable(instant),
  dueAt: nullable(instant),
  decidedAt: nullable(instant),
});
const step = exactly({
  seq: { type: 'integer' },
  mode: { type: 'string', enum: ['any', 'all', 'n-of'] },
  n: nullable({ type: 'integer' }),
  rule: text,
  ruleName: nullable(text),
  people: { type: 'array', items: person },
});

/** Who would be asked for a request that has not been sent. */
export const expectedApproval: ApiOperation = {
  does: 'whoIsAsked',
  of: purchaseRequest,
  body: {
    type: 'object',
    required: ['departmentId', 'netCents'],
    properties: {
      departmentId: { ...uuid, 'x-record': 'department' },
      netCents: cents,
      requesterId: uuid,
      purchasePath: { type: 'string', enum: [...purchaseRequest.fields.purchasePath.values!] },
      id: nullable(uuid),
      preferredVendor: nullable({ type: 'string', maxLength: 500 }),
      expenseCategoryIds: { type: 'array', items: uuid, maxItems: 200 },
    },
  },
  answer: {
    status: 200,
    schema: exactly({
      status: { const: 'expected' },
      policy: exactly({ name: text, minCents: cents, maxCents: nullable(cents) }),
      reasons: { type: 'array', items: exactly({ code: text, params: { type: 'object' } }) },
      currentSeq: nullable({ type: 'integer' }),
      steps: { type: 'array', items: step },
    }),
  },
  refusals: [400, 409, 413, 415, 422],
};
