/** The question who would be asked, in the description of the API. */
import { z } from 'zod';
import type { ApiOperation } from '#lib/records/api/api-operations.ts';
import { exactly, instant, nullable, uuid, type Schema } from '#lib/records/api/api-schema.ts';
import type { AnyDocument } from './document.ts';

const text: Schema = { type: 'string' };
const cents: Schema = { type: 'integer', minimum: 0 };
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

const chain = exactly({
  status: { const: 'expected' },
  policy: exactly({ name: text, minCents: cents, maxCents: nullable(cents) }),
  reasons: { type: 'array', items: exactly({ code: text, params: { type: 'object' } }) },
  currentSeq: nullable({ type: 'integer' }),
  steps: { type: 'array', items: step },
});

/** Who would be asked for a document that has not been sent; `more` is what decides it beside department, requester and net total. */
export function expectedOperation(of: AnyDocument, more: z.ZodObject): ApiOperation {
  const { properties } = z.toJSONSchema(more, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  return {
    does: 'whoIsAsked',
    of,
    body: {
      type: 'object',
      required: ['departmentId', 'netCents'],
      properties: {
        departmentId: { ...uuid, 'x-record': 'department' },
        netCents: cents,
        requesterId: uuid,
        id: nullable(uuid),
        ...(properties as Record<string, Schema>),
      },
    },
    answer: {
      status: 200,
      schema: chain,
    },
    refusals: [400, 404, 409, 413, 415, 422],
  };
}

/** What sending the open revision of a document in force would do. */
export function forecastOperation(of: AnyDocument): ApiOperation {
  return {
    does: 'whoIsAsked',
    of,
    body: { type: 'object' },
    answer: { status: 200, schema: nullable({ anyOf: [chain, exactly({ status: { const: 'not-needed' } })] }) },
    refusals: [400, 404, 413, 415, 422],
  };
}
