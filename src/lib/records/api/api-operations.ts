import { exportDetailOf } from '#lib/records/list/export-detail.ts';
import type { ActAccess } from '#lib/access/session/page.ts';
import type { AnyEntity } from '#lib/records/entity.ts';
import { labels } from '#lib/records/entity.ts';
import type { Field } from '#lib/values/fields.ts';
import { ASKED_MAX, PAGE_SIZE, PAGE_SIZES, REASON_MAX, SEARCH_MAX } from '#lib/values/constants.ts';
import { kindOf } from '#lib/records/shown.ts';
import { closed, inputOf, readSchema, recordSchema, schemaName, uuid, version, type Schema } from './api-schema.ts';

export interface Parameter {
  name: string;
  schema: Schema;
  /** Key of its explanation. */
  says: string;
  values?: Record<string, unknown>;
  /** May be there more than once. */
  several?: boolean;
}

/** One method at one address, as it is described: from the declaration of a record, or beside the method itself. */
export interface ApiOperation {
  /** Key under `api.operations` of what it does; {{one}} and {{many}} are the record's names. */
  does: string;
  of?: AnyEntity;
  /** Operations that are not about records of a kind are grouped under a name; `label` is the key of its text. */
  group?: { name: string; label: string };
  query?: readonly Parameter[];
  headers?: readonly Parameter[];
  body?: Schema;
  /** Its success response. `file` is a download, `none` has no content. */
  answer: { status: 200 | 201 | 202 | 204; schema: Schema | 'file' | 'none' };
  /** The operation as OpenAPI writes it, where it goes by a standard of its own. */
  own?: Record<string, unknown>;
  /** Further refusals than those that everything may meet. */
  refusals: readonly number[];
}

/** Which page of how many rows. */
export const PAGING: readonly Parameter[] = [
  { name: 'page', schema: { type: 'integer', minimum: 1, default: 1 }, says: 'page' },
  { name: 'perPage', schema: { type: 'integer', enum: [...PAGE_SIZES], default: PAGE_SIZE }, says: 'perPage' },
];

export const FORMAT: Parameter = { name: 'format', schema: { type: 'string', enum: ['csv', 'xlsx'] }, says: 'format' };

/** Two equal requests with it make one record (`makeOnce`). */
const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  says: 'idempotencyKey',
};

const LINES: Parameter = { name: 'lines', schema: { type: 'string', enum: ['1'] }, says: 'lines' };

/** The description itself. */
export const DOCUMENT: ApiOperation = {
  does: 'document',
  answer: { status: 200, schema: { type: 'object', required: ['openapi', 'paths'] } },
  refusals: [],
};

/** Schemas by name, which a document puts in one place. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The page of a list as `listAnswer` gives it. */
export function listOf(of: AnyEntity): ApiOperation {
  const page = closed({
    items: { type: 'array', items: ref(schemaName(of)) },
    total: { type: 'integer' },
    page: { type: 'integer' },
    perPage: { type: 'integer' },
    counts: { type: 'object', additionalProperties: { type: 'integer' } },
  });
  return {
    does: 'list',
    of,
    query: listParameters(of),
    answer: { status: 200, schema: { ...page, required: ['items', 'total', 'page', 'perPage'] } },
    refusals: [],
  };
}

export const readOf = (of: AnyEntity): ApiOperation => ({
  does: 'read',
  of,
  answer: { status: 200, schema: ref(schemaName(of)) },
  refusals: [404],
});

export const createOf = (of: AnyEntity, body: Schema = inputOf(of)): ApiOperation => ({
  does: 'create',
  of,
  headers: [IDEMPOTENCY_KEY],
  body,
  answer: { status: 201, schema: ref(schemaName(of)) },
  refusals: [400, 409, 413, 415, 422],
});

/** The change of a record: PATCH of what it is to say, with the version that was read. */
export function updateOf(of: AnyEntity, body: Schema = inputOf(of)): ApiOperation {
  const changed = { ...body, properties: { version, ...body.properties }, required: ['version'] };
  return {
    does: 'update',
    of,
    body: changed,
    answer: { status: 200, schema: ref(schemaName(of)) },
    refusals: [400, 404, 409, 413, 415, 422],
  };
}

/** A change of state: `act` is one of the record's own. */
export function actOf(of: AnyEntity, act: string, more: Record<string, Schema> = {}): ApiOperation {
  return {
    does: `acts.${act}`,
    of,
    body: { type: 'object', properties: { version, ...more }, required: ['version'] },
    answer: { status: 200, schema: ref(schemaName(of)) },
    refusals: [400, 404, 409, 413, 415, 422],
  };
}

/** The act behind a noun in an address, with the entries it asks the person for. */
export function actOperation(
  of: AnyEntity,
  { act, asks, always, makes }: Pick<ActAccess, 'act' | 'asks' | 'always' | 'makes'>,
): ApiOperation {
  if (makes) return { ...createOf(of), does: act, body: { type: 'object' }, refusals: [400, 404, 409, 413, 415, 422] };
  const moved = actOf(of, act, asks ? { [asks]: { type: 'string', maxLength: ASKED_MAX[asks] } } : {});
  return asks && always ? { ...moved, body: { ...moved.body, required: ['version', asks] } } : moved;
}

/** An act on several records: by their ids and versions, or all that a query matches; those that refuse are answered with the reason. */
export function bulkOf(of: AnyEntity): ApiOperation {
  const row = { type: 'object', properties: { id: uuid, version }, required: ['id', 'version'] };
  const body = {
    type: 'object',
    properties: {
      act: { type: 'string' },
      rows: { type: 'array', items: row, minItems: 1, maxItems: 200 },
      query: { type: 'string', maxLength: 4000 },
      seenAt: { type: 'string', format: 'date-time' },
      reason: { type: 'string', maxLength: REASON_MAX },
    },
    required: ['act'],
  };
  const refused = {
    ...closed({ id: uuid, code: { type: 'string' }, params: { type: 'object' } }),
    required: ['id', 'code'],
  };
  const answer = {
    ...closed({
      act: { type: 'string' },
      done: { type: 'array', items: uuid },
      refused: { type: 'array', items: refused },
    }),
    required: ['act', 'done', 'refused'],
  };
  return { does: 'bulk', of, body, answer: { status: 200, schema: answer }, refusals: [400, 413, 415, 422] };
}

/** The list as a file. */
export function exportOf(of: AnyEntity): ApiOperation {
  return {
    does: 'export',
    of,
    query: [
      FORMAT,
      ...(exportDetailOf(of) ? [LINES] : []),
      ...listParameters(of).filter(({ name }) => !['page', 'perPage', 'counts'].includes(name)),
    ],
    answer: { status: 200, schema: 'file' },
    refusals: [422],
  };
}

/** The record's schema with what is returned beside its fields when a single one is read. */
export const schemaOf = (of: AnyEntity, more: Record<string, Schema> = {}): Schema => {
  const schema = recordSchema(of);
  return { ...schema, properties: { ...schema.properties, ...more } };
};

function listParameters(of: AnyEntity): Parameter[] {
  const types = Object.keys(of.list.types ?? {});
  const sortable = of.list.sortable as string[];
  return [
    ...(types.length > 0
      ? [{ name: 'type', schema: { type: 'string', enum: types, default: types[0] }, says: 'type' }]
      : []),
    { name: 'q', schema: { type: 'string', maxLength: SEARCH_MAX }, says: 'q' },
    {
      name: 'sort',
      schema: { type: 'string', default: of.list.defaultSort, examples: [sortable[0], `-${sortable.at(-1)}`] },
      says: 'sort',
      values: { names: sortable.join(', ') },
    },
    ...PAGING,
    { name: 'counts', schema: { type: 'string', enum: ['1'] }, says: 'counts' },
    ...((of.list.filters ?? []) as string[]).flatMap((name) => filterParameters(of, name)),
  ];
}

/** What has an order is asked for by two ends, all else by values. */
function filterParameters(of: AnyEntity, name: string): Parameter[] {
  const field = of.fields[name] as Field | undefined;
  const values = { name: labels.field(of, name) };
  if (RANGES.has(kindOf(of, name)))
    return [`${name}From`, `${name}To`].map((end) => ({
      name: end,
      schema: { type: 'string' },
      says: end.endsWith('From') ? 'from' : 'to',
      values,
    }));
  const schema =
    name === 'status'
      ? { type: 'string', enum: [...of.statuses] }
      : field
        ? { ...readSchema({ ...field, optional: false } as Field) }
        : { type: 'string' };
  return [{ name, schema: { type: 'array', items: schema }, says: 'filter', values, several: true }];
}

const RANGES = new Set(['date', 'instant', 'money', 'quantity', 'integer']);
