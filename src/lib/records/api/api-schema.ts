import { z } from 'zod';
import { inputSchema, type AnyEntity, type Entity } from '#lib/records/entity.ts';
import { accepted, type Field, type FieldKind } from '#lib/values/fields.ts';

/** A JSON schema of the dialect of OpenAPI 3.1 (draft 2020-12). */
export type Schema = Record<string, any>;

export const uuid: Schema = { type: 'string', format: 'uuid' };
export const instant: Schema = { type: 'string', format: 'date-time' };

/** The API's output for each kind of field; units of numbers are described beside it. */
const READ: Record<FieldKind, Schema> = {
  text: { type: 'string' },
  'long-text': { type: 'string' },
  email: { type: 'string' },
  'contact-number': { type: 'string' },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  money: { type: 'integer' },
  'unit-price': { type: 'integer' },
  percent: { type: 'integer' },
  quantity: { type: 'number' },
  coordinate: { type: 'number' },
  date: { type: 'string', format: 'date' },
  clock: { type: 'string', pattern: '^\\d\\d:\\d\\d$' },
  instant,
  choice: { type: 'string' },
  choices: { type: 'array', items: { type: 'string' } },
  reference: uuid,
  references: { type: 'array', items: uuid },
  codes: { type: 'array', items: { type: 'string' } },
  rows: { type: 'array' },
  json: {},
};
/** Constraints that a zod schema has only as a function but JSON schema has a keyword for. */
const ENTERED: Partial<Record<FieldKind, Schema>> = {
  date: { format: 'date' },
  reference: { format: 'uuid' },
  email: { format: 'email' },
};

/** A value as the API answers it. */
export function readSchema(field: Field): Schema {
  const schema = { ...READ[field.kind] };
  if (field.values && field.kind === 'choice') schema.enum = [...field.values];
  if (field.values && field.kind === 'choices') schema.items = { type: 'string', enum: [...field.values] };
  if (field.cells)
    schema.items = closed(
      Object.fromEntries(Object.entries(field.cells).map(([name, cell]) => [name, readSchema(cell)])),
    );
  if (field.to) schema['x-record'] = field.to;
  return field.optional && !LISTS.has(field.kind) ? nullable(schema) : schema;
}

const LISTS = new Set<FieldKind>(['choices', 'references', 'codes', 'rows']);

/** A value as input of the API: from its zod schema, with the constraints of its functions. */
export function enteredSchema(field: Field): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(accepted(field), {
    io: 'output',
    unrepresentable: 'any',
    reused: 'inline',
  }) as Schema;
  const facts = {
    ...ENTERED[field.kind],
    ...(field.max !== undefined && ['text', 'long-text'].includes(field.kind) && { maxLength: field.max }),
    ...(field.to && { 'x-record': field.to }),
  };
  if (field.cells)
    schema.items = {
      type: 'object',
      properties: Object.fromEntries(Object.entries(field.cells).map(([name, cell]) => [name, enteredSchema(cell)])),
      required: requiredOf(field.cells),
    };
  const inner = schema.anyOf?.find((one: Schema) => one.type !== 'null');
  // The format says it, and shorter.
  if (field.kind === 'reference') delete (inner ?? schema).pattern;
  if (field.kind === 'references') delete (inner ?? schema).items?.pattern;
  if (!inner) return { ...stringWhereUnsaid(schema, field), ...facts };
  return nullable({ ...stringWhereUnsaid(inner, field), ...facts });
}

/** Of a text that is rewritten on its way in zod says nothing: it is a text all the same. */
const stringWhereUnsaid = (schema: Schema, field: Field): Schema =>
  Object.keys(schema).length === 0 && field.kind !== 'json' ? { ...READ[field.kind] } : schema;

/**
 * What every record of the kind has in lists and by itself: stored fields, titles of what it points to, lists that hang
 * on it.
 */
export function recordSchema(of: AnyEntity): Schema {
  const fields = Object.entries(of.fields) as [string, Field][];
  const stored = fields.filter(([, field]) => field.column);
  const always = {
    id: uuid,
    version: { type: 'integer', minimum: 1 },
    status: { type: 'string', enum: [...of.statuses] },
    createdAt: instant,
    createdBy: nullable(uuid),
    updatedAt: instant,
    updatedBy: nullable(uuid),
    ...Object.fromEntries(stored.map(([name, field]) => [name, readSchema(field)])),
  };
  const sometimes = {
    ...Object.fromEntries(
      fields.filter(([, field]) => !field.column).map(([name, field]) => [name, readSchema(field)]),
    ),
    titles: { type: 'object', additionalProperties: { type: 'string' } },
  };
  return { ...closed({ ...always, ...sometimes }), required: Object.keys(always) };
}

/** The input for a new record; for an update the same, all optional, with the version that was shown. */
export function inputOf(of: AnyEntity): Schema {
  const names = Object.keys(inputSchema(of).shape);
  const fields = Object.fromEntries(names.map((name) => [name, of.fields[name] as Field]));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, enteredSchema(fields[name]!)])),
    required: requiredOf(fields),
  };
}

export const version: Schema = { type: 'integer', minimum: 1 };

/** The parts of a record's names: 'purchase-request' is 'PurchaseRequest' among the schemas. */
export const schemaName = (of: Pick<Entity, 'key'>): string => of.key[0]!.toUpperCase() + of.key.slice(1);

export function closed(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, additionalProperties: false };
}

/** An object that has all of these members and no others. */
export const exactly = (properties: Record<string, Schema>): Schema => ({
  ...closed(properties),
  required: Object.keys(properties),
});

/** A page of items. */
export const pageOf = (items: Schema): Schema =>
  exactly({
    items: { type: 'array', items },
    total: { type: 'integer' },
    page: { type: 'integer' },
    perPage: { type: 'integer' },
  });

export function nullable(schema: Schema): Schema {
  if (typeof schema.type !== 'string')
    return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) };
}

function requiredOf(fields: Record<string, Field>): string[] {
  return Object.entries(fields)
    .filter(([, field]) => !field.optional && !['boolean', 'choices', 'references', 'rows'].includes(field.kind))
    .map(([name]) => name);
}
