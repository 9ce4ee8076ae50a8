/** Lines in the description of the API. */
import { enteredSchema, readSchema, uuid, type Schema } from '#lib/records/api/api-schema.ts';
import type { Field } from '#lib/values/fields.ts';
import { MOST_LINES, type AnyLines } from './lines.ts';

/** The lines of a document as they are answered: in their order, each with the titles of what it refers to. */
export function readLinesSchema(of: AnyLines): Schema {
  const properties = {
    id: uuid,
    ...schemasOf(of.record.fields, readSchema),
    titles: { type: 'object', additionalProperties: { type: 'string' } },
  };
  return { type: 'array', items: { type: 'object', properties, required: Object.keys(properties) } };
}

/** The lines of a document as they are sent: with its id a line is changed, without one it is new. */
export function enteredLinesSchema(of: AnyLines): Schema {
  const properties = { id: uuid, ...schemasOf(of.fields, enteredSchema) };
  return { type: 'array', maxItems: MOST_LINES, items: { type: 'object', properties } };
}

const schemasOf = (fields: Record<string, Field>, schemaOf: (field: Field) => Schema): Record<string, Schema> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));
