/** Lines in the description of the API. */
import {
  enteredSchema,
  exactly,
  inputOf,
  nullable,
  readSchema,
  uuid,
  type Schema,
} from '#lib/records/api/api-schema.ts';
import { systemActor, type Actor } from '#lib/values/actor.ts';
import { DOC_TYPES } from '#lib/values/doc-types.ts';
import type { Field } from '#lib/values/fields.ts';
import type { AnyDocument } from '../document.ts';
import { MOST_LINES, type AnyLines } from './lines.ts';

/** The lines of a document as they are answered: in their order, each with the titles of what it refers to. */
function readLinesSchema(of: AnyLines): Schema {
  const properties = {
    id: uuid,
    ...schemasOf(of.record.fields, readSchema),
    titles: { type: 'object', additionalProperties: { type: 'string' } },
  };
  return { type: 'array', items: { type: 'object', properties, required: Object.keys(properties) } };
}

/** The lines of a document as they are sent: with its id a line is changed, without one it is new. */
function enteredLinesSchema(of: AnyLines): Schema {
  const properties = { id: uuid, ...schemasOf(of.fields, enteredSchema) };
  return { type: 'array', maxItems: MOST_LINES, items: { type: 'object', properties } };
}

const schemasOf = (fields: Record<string, Field>, schemaOf: (field: Field) => Schema): Record<string, Schema> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));

/** A document with its lines as input; fields that `first` gives a default are optional. */
export function enteredDocumentSchema(of: AnyDocument, first?: (actor: Actor) => Record<string, unknown>): Schema {
  const given = Object.keys(first?.(systemActor('api')) ?? {});
  const { properties, required = [] } = inputOf(of);
  return {
    type: 'object',
    properties: { ...properties, ...(of.lines && { lines: enteredLinesSchema(of.lines) }) },
    required: (required as string[]).filter((name) => !given.includes(name)),
  };
}

/**
 * What a document is returned with beside its fields: its lines, the reader's acts, and its related documents as far as
 * the reader may open them.
 */
export function documentMore(of: AnyDocument): Record<string, Schema> {
  return {
    ...(of.lines && { lines: readLinesSchema(of.lines) }),
    allowedActions: { type: 'array', items: allowedAction },
    related: { type: 'array', items: related },
  };
}

const allowedAction: Schema = {
  type: 'object',
  properties: {
    act: { type: 'string' },
    allowed: { type: 'boolean' },
    reason: nullable({ type: 'string' }),
    params: { type: 'object' },
  },
  required: ['act', 'allowed', 'reason'],
};

const related: Schema = exactly({
  kind: { type: 'string' },
  docType: { type: 'string', enum: [...DOC_TYPES] },
  id: uuid,
  number: nullable({ type: 'string' }),
  title: { type: 'string' },
  status: { type: 'string' },
  amountCents: nullable({ type: 'integer' }),
  direction: { type: 'string', enum: ['before', 'after'] },
  path: { type: 'string' },
});
