import type { Translate } from '#lib/values/languages.ts';
import { apiDocument, type OpenApi } from './api-document.server.ts';
import type { Schema } from './api-schema.ts';

export interface ShownField {
  name: string;
  type: string;
  required: boolean;
  text: string;
}

export interface ShownOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  scopes: string[];
  /** Any app client may, whatever its scopes. */
  anyClient: boolean;
  parameters: ShownField[];
  body: ShownField[];
  answers: { status: string; text: string }[];
  sample: string;
}

export interface ShownGroup {
  id: string;
  name: string;
  operations: ShownOperation[];
  /** What a record of the group is answered as. */
  fields: ShownField[];
}

/** The description of the API as a page shows it, narrowed to what has all the words in it. */
export async function shownApi(
  t: Translate,
  words: string,
): Promise<{ groups: ShownGroup[]; total: number; origin: string }> {
  const document = await apiDocument(t);
  const origin = (document['servers'] as { url: string }[])[0]!.url;
  const operations = Object.entries(document.paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: (operation.tags?.[0] as string | undefined) ?? '',
      shown: shownOperation(document, origin, method, path, operation, parameters),
    })),
  );
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const tags = [
    ...(document['tags'] as { name: string; description: string }[]),
    { name: '', description: t('api.general') },
  ];
  const groups = tags
    .map(({ name, description }) => ({
      id: name || 'general',
      name: description,
      fields: fieldsOf(document, document.components['schemas'][name] ?? {}),
      operations: operations
        .filter(
          ({ tag, shown }) =>
            tag === name &&
            wanted.every((word) =>
              `${description} ${shown.summary} ${shown.method} ${shown.path} ${shown.scopes.join(' ')}`
                .toLowerCase()
                .includes(word),
            ),
        )
        .map(({ shown }) => shown),
    }))
    .filter(({ operations: found }) => found.length > 0);
  return {
    groups: groups.toSorted((a, b) => Number(b.id === 'general') - Number(a.id === 'general')),
    total: operations.length,
    origin,
  };
}

function shownOperation(
  document: OpenApi,
  origin: string,
  method: string,
  path: string,
  operation: Record<string, any>,
  inPath: { name: string; schema: Schema }[],
): ShownOperation {
  const [kind, content] =
    Object.entries((operation['requestBody']?.content ?? {}) as Record<string, { schema: Schema }>)[0] ?? [];
  const required = new Set<string>(content?.schema.required ?? []);
  return {
    id: operation['operationId'],
    method: method.toUpperCase(),
    path,
    summary: operation['summary'],
    scopes: (operation['security'] as Record<string, string[]>[]).flatMap(({ appClient = [] }) => appClient),
    anyClient: (operation['security'] as Record<string, string[]>[]).some(({ appClient }) => appClient?.length === 0),
    parameters: [
      ...inPath.map(({ name, schema }) => ({ name, type: typeOf(schema), required: true, text: '' })),
      ...((operation['parameters'] ?? []) as { name: string; schema: Schema; description?: string }[]).map(
        ({ name, schema, description = '' }) => ({ name, type: typeOf(schema), required: false, text: description }),
      ),
    ],
    body: content ? fieldsOf(document, content.schema) : [],
    answers: Object.entries(operation['responses'] as Record<string, { description?: string; $ref?: string }>).map(
      ([status, answer]) => ({
        status,
        text: answer.description ?? document.components['responses'][answer.$ref!.split('/').at(-1)!].description,
      }),
    ),
    sample: sampleOf(origin, method, path, kind, content?.schema, required),
  };
}

function fieldsOf(document: OpenApi, given: Schema): ShownField[] {
  const schema = given['$ref'] ? document.components['schemas'][given['$ref'].split('/').at(-1)] : given;
  const required = new Set<string>(schema.required ?? []);
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, one]) => ({
    name,
    type: typeOf(one),
    required: required.has(name),
    text: limitsOf(one),
  }));
}

function typeOf(schema: Schema): string {
  if (schema['$ref']) return schema['$ref'].split('/').at(-1);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  const type = [schema.type ?? 'any'].flat().join(' | ');
  if (schema.items && type.startsWith('array')) return type.replace('array', `${typeOf(schema.items)}[]`);
  return schema.format ? type.replace('string', schema.format) : type;
}

function limitsOf({ enum: values, maxLength, minimum, maximum, pattern, items, 'x-record': record }: Schema): string {
  return [
    values && values.filter((value: unknown) => value !== null).join(', '),
    items?.enum?.join(', '),
    maxLength && `≤ ${maxLength}`,
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && `≥ ${minimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `≤ ${maximum}`,
    pattern && `/${pattern}/`,
    record && `→ ${record}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** A call to be tried in a shell, with the entries that must be there. */
function sampleOf(
  origin: string,
  method: string,
  path: string,
  kind: string | undefined,
  body: Schema | undefined,
  required: ReadonlySet<string>,
): string {
  const lines = [`curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${origin}${path}'`];
  if (kind === 'application/x-www-form-urlencoded')
    return [...lines, `-u "$CLIENT_ID:$CLIENT_SECRET"`, `-d grant_type=client_credentials`].join(' \\\n  ');
  lines.push('-H "authorization: Bearer $TOKEN"');
  if (body) {
    const entries = Object.fromEntries(
      Object.entries((body.properties ?? {}) as Record<string, Schema>)
        .filter(([name]) => required.has(name))
        .map(([name, schema]) => [name, sampleValue(schema)]),
    );
    lines.push(`-H 'content-type: application/json'`, `-d '${JSON.stringify(entries)}'`);
  }
  return lines.join(' \\\n  ');
}

function sampleValue(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  const type = [schema.type ?? 'string'].flat()[0];
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  return schema.format === 'uuid'
    ? '00000000-0000-7000-8000-000000000000'
    : schema.format === 'date'
      ? '2027-01-31'
      : '…';
}
