import { cookieNamed } from '#lib/process/http/cookies.server.ts';
import { sessionApi } from '#lib/access/paths.ts';
import { labels, type Entity } from '#lib/records/entity.ts';
import type { Translate } from '#lib/values/languages.ts';
import { config } from '#lib/process/config/config.server.ts';
import { isTranslated } from '#lib/process/i18n/translator.server.ts';
import { describedEndpoints, scopesOf, type DescribedEndpoint } from './api-endpoints.server.ts';
import { schemaOf, type ApiOperation, type Parameter } from './api-operations.ts';
import { closed, schemaName, type Schema } from './api-schema.ts';

/** Refusals that every operation may meet, by status; 422 of what stands in the address, too. */
const ALWAYS = [401, 403, 422, 429, 431, 503, 500];
/** Answered by the server itself, before anything reads the request: without a body. */
const BARE = new Set([431]);
const EXTRA: Record<string, Record<string, Schema>> = {};

/** Called once by a module whose records are answered with more than their fields: lines, what may be done. */
export function registerApiDescription(of: Pick<Entity, 'name'>, more: Record<string, Schema>): void {
  EXTRA[of.name] = more;
}

export interface OpenApi {
  openapi: '3.1.0';
  paths: Record<string, Record<string, any>>;
  components: Record<string, any>;
  [member: string]: unknown;
}

/** The API as OpenAPI 3.1, from the declarations of records and endpoints; its words are those of the reader. */
export async function apiDocument(t: Translate): Promise<OpenApi> {
  const endpoints = await describedEndpoints();
  const paths: OpenApi['paths'] = {};
  for (const endpoint of endpoints)
    (paths[endpoint.path] ??= parametersIn(endpoint.path))[endpoint.method.toLowerCase()] = operationOf(endpoint, t);
  const records = [...new Set(endpoints.flatMap(({ operation }) => (operation.of ? [operation.of] : [])))];
  const groups = [
    ...new Map(endpoints.flatMap(({ operation: { group } }) => (group ? [[group.name, group] as const] : []))).values(),
  ];
  const scopes = [...new Set(endpoints.flatMap(({ access }) => scopesOf(access)))].toSorted();
  return {
    openapi: '3.1.0',
    info: { title: t('api.title', { product: config.productName }), version: '1', description: t('api.about') },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: config.publicOrigin }],
    tags: [
      ...records.map((of) => ({ name: schemaName(of), description: t(labels.many(of)) })),
      ...groups.map(({ name, label }) => ({ name, description: t(label) })),
    ],
    paths,
    components: {
      schemas: {
        Problem: problemSchema,
        ...Object.fromEntries(
          records.map((of) => [schemaName(of), { title: t(labels.one(of)), ...schemaOf(of, EXTRA[of.name]) }]),
        ),
      },
      responses: Object.fromEntries(
        [400, 404, 405, 409, 413, 415, ...ALWAYS].map((status) => [`Refused${status}`, refusal(status, t)]),
      ),
      securitySchemes: {
        appClient: {
          type: 'oauth2',
          description: t('api.byClient'),
          flows: {
            clientCredentials: {
              tokenUrl: config.publicOrigin + sessionApi.token,
              scopes: Object.fromEntries(scopes.map((scope) => [scope, scopeText(t, scope)])),
            },
          },
        },
        clientSecret: { type: 'http', scheme: 'basic', description: t('api.bySecret') },
        session: { type: 'apiKey', in: 'cookie', name: cookieNamed('garden_session'), description: t('api.bySession') },
      },
    },
  };
}

/** What an operation does, in words: 'List: Teams'. */
function operationText({ does, of }: ApiOperation, t: Translate): string {
  const own = of && `${of.module}.${of.key}.${does}`;
  if (own && isTranslated(own, 'en')) return `${t(own)}: ${t(labels.one(of))}`;
  return t(`api.operations.${does}`, of && { one: t(labels.one(of)), many: t(labels.many(of)) });
}

const scopeText = (t: Translate, scope: string): string =>
  scope
    .split(':')
    .map((part, index) => t(`access.${index === 0 ? 'subjects' : 'actions'}.${part}`))
    .join(': ');

const parameterText = (t: Translate, { says, values }: Parameter): string =>
  t(
    `api.parameters.${says}`,
    values && { ...values, ...(typeof values['name'] === 'string' && { name: t(values['name']) }) },
  );

function operationOf({ method, path, access, operation }: DescribedEndpoint, t: Translate): Record<string, any> {
  const { body, answer, query = [], headers = [], of, group, refusals } = operation;
  const tag = of ? schemaName(of) : group?.name;
  const scopes = scopesOf(access);
  const content =
    answer.schema === 'none'
      ? undefined
      : answer.schema === 'file'
        ? {
            'text/csv': { schema: { type: 'string' } },
            'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
              schema: { type: 'string', contentEncoding: 'binary' },
            },
          }
        : { 'application/json': { schema: answer.schema } };
  return {
    operationId: nameOf(method, path),
    summary: operationText(operation, t),
    ...(tag && { tags: [tag] }),
    ...(query.length + headers.length > 0 && {
      parameters: [
        ...query.map((parameter) => parameterOf('query', parameter, t)),
        ...headers.map((parameter) => parameterOf('header', parameter, t)),
      ],
    }),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [answer.status]: {
        description: t(`api.answers.${answer.status}`),
        ...(content && { content, headers: limitHeaders(t) }),
      },
      ...Object.fromEntries(
        [...new Set([...refusals, ...ALWAYS])]
          .toSorted((a, b) => a - b)
          .map((status) => [status, { $ref: `#/components/responses/Refused${status}` }]),
      ),
    },
    security: [
      ...scopes.map((scope) => ({ appClient: [scope] })),
      ...(access.kind === 'caller' ? [{ appClient: [] }] : []),
      { session: [] },
    ],
    ...operation.own,
  };
}

function parameterOf(place: 'query' | 'header', parameter: Parameter, t: Translate): object {
  const { name, schema, several } = parameter;
  return {
    name,
    in: place,
    description: parameterText(t, parameter),
    schema,
    ...(several && { style: 'form', explode: true }),
  };
}

function parametersIn(path: string): Record<string, any> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  return names.length === 0
    ? {}
    : { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })) };
}

const limitHeaders = (t: Translate) => ({
  RateLimit: { description: t('api.headers.rateLimit'), schema: { type: 'string' }, example: '"minute";r=59;t=60' },
  'RateLimit-Policy': {
    description: t('api.headers.rateLimitPolicy'),
    schema: { type: 'string' },
    example: '"minute";q=60;w=60',
  },
});

function refusal(status: number, t: Translate): object {
  return {
    description: t(`api.answers.${status}`),
    ...(!BARE.has(status) && {
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    }),
    ...([429, 503].includes(status) && {
      headers: { 'Retry-After': { description: t('api.headers.retryAfter'), schema: { type: 'integer' } } },
    }),
    ...(status === 401 && {
      headers: { 'WWW-Authenticate': { description: t('api.headers.authenticate'), schema: { type: 'string' } } },
    }),
  };
}

/** A refusal as `problem()` answers it (RFC 9457). */
const problemSchema: Schema = {
  ...closed({
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', pattern: '^[a-z]+(-[a-z]+)*$', examples: ['stale-version', 'invalid-input'] },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        ...closed({ path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } }),
        required: ['path', 'code', 'message'],
      },
    },
    newer: { type: 'object' },
    requestId: { type: 'string' },
  }),
  required: ['type', 'title', 'status', 'code', 'detail', 'errors', 'requestId'],
};

/** 'getDirectoryTeamsById'. */
function nameOf(method: string, path: string): string {
  const parts = path
    .replace(/^\/api\//, '')
    .split('/')
    .map((part) => (part.startsWith('{') ? `by-${part.slice(1, -1)}` : part).replace(/\.\w+$/, ''));
  return (
    method.toLowerCase() +
    parts
      .flatMap((part) => part.split('-'))
      .map((word) => word[0]!.toUpperCase() + word.slice(1))
      .join('')
  );
}
