import { expect, request as requests, test, type APIRequestContext } from '@playwright/test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as oauth from 'oauth4webapi';
import { OpenAPIClientAxios } from 'openapi-client-axios';

// What the description of the API promises is held against the garden that runs: every call is made by an app client and by
// somebody who is signed in, well and badly, and every answer must be one that is described, down to each of its members.
type Json = any;

interface Operation {
  method: string;
  path: string;
  described: Json;
  tag: string;
}

let origin: string;
let request: APIRequestContext;
let document: Json;
let operations: Operation[];
let session: string;
let client: string;
let narrow: string;
let ajv: Ajv2020;

test.beforeAll(async ({ playwright, baseURL }) => {
  origin = baseURL!;
  request = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { 'accept-language': 'en' } });
  session = (
    (await (
      await request.post('/api/login', { data: { username: 'admin', password: 'garden-demo-2026', rememberMe: false } })
    ).json()) as Json
  ).accessToken;
  document = await (await request.get('/api/openapi.json', { headers: bearer(session) })).json();
  operations = Object.entries<Json>(document.paths).flatMap(([path, { parameters: _inPath, ...methods }]) =>
    Object.entries<Json>(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      described,
      tag: described.tags?.[0] ?? '',
    })),
  );
  ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'garden');
  const scopes = Object.keys(document.components.securitySchemes.appClient.flows.clientCredentials.scopes);
  client = await tokenOf(await newClient('Contract', scopes));
  narrow = await tokenOf(await newClient('Contract, narrow', ['InventoryItem:read']));
});
test.afterAll(() => request.dispose());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const NOWHERE = '00000000-0000-7000-8000-000000000000';
const mark = `${Date.now() % 1_000_000}`;

async function newClient(
  name: string,
  scopes: string[],
  more: object = {},
): Promise<{ clientId: string; secret: string }> {
  const {
    items: [owner],
  } = await (await request.get('/api/directory/users?q=admin', { headers: bearer(session) })).json();
  const made = await request.post('/api/directory/app-clients', {
    headers: bearer(session),
    data: {
      name: `${name} ${mark}`,
      description: 'Walks through the description.',
      ownerUserId: owner.id,
      departmentId: await idOf('department'),
      environment: 'test',
      scopes,
      requestsPerMinute: 6000,
      tokenMinutes: 15,
      ...more,
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  return made.json();
}

async function tokenOf({ clientId, secret }: { clientId: string; secret: string }): Promise<string> {
  const answer = await request.post('/api/oauth/token', {
    form: { grant_type: 'client_credentials', client_id: clientId, client_secret: secret },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as Json).access_token;
}

/** Sends a call and holds its answer against what is described; gives the body. */
async function called(
  { method, path, described }: Operation,
  expected: number,
  {
    token,
    id,
    query = '',
    data,
    headers = {},
  }: { token?: string | null; id?: string; query?: string; data?: unknown; headers?: Record<string, string> },
): Promise<Json> {
  const address = path.replace(/\{\w+\}/, id ?? NOWHERE) + query;
  const body = data === undefined ? {} : { data: data as any };
  const answer = await request.fetch(address, {
    method,
    ...body,
    headers: { ...(token && bearer(token)), ...headers },
  });
  const text = await answer.text();
  const what = `${method} ${address} ${JSON.stringify(data)?.slice(0, 200)} → ${answer.status()} ${text.slice(0, 600)}`;
  expect(answer.status(), what).toBe(expected);
  const promised = described.responses[expected];
  expect(promised, `${what}: not described`).toBeDefined();
  const response = promised.$ref ? document.components.responses[promised.$ref.split('/').at(-1)] : promised;
  if (!response.content) return expect(text, what).toBe('');
  const type = (answer.headers()['content-type'] ?? '').split(';')[0]!;
  expect(Object.keys(response.content), what).toContain(type);
  if (!type.endsWith('json')) return text;
  const where = promised.$ref
    ? promised.$ref.split('/').slice(1)
    : ['paths', path, method.toLowerCase(), 'responses', String(expected)];
  const fits = validatorAt([...where, 'content', type, 'schema']);
  const parsed = JSON.parse(text);
  expect(fits(parsed) ? [] : fits.errors, what).toEqual([]);
  return parsed;
}

const validators = new Map<string, ValidateFunction>();
function validatorAt(where: string[]): ValidateFunction {
  const pointer = where.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `garden#/${pointer}` });
  validators.set(pointer, known);
  return known;
}

/** Lists by the record they hold. People and what a request is charged to are not among what programs list. */
const ids = new Map<string, string>();
async function idOf(record: string): Promise<string> {
  if (!ids.has(record)) {
    const lists: Record<string, string> = {
      // Somebody else than the owner of the client: nobody appoints themselves.
      user: '/api/directory/users?q=koh',
      department: '/api/directory/departments?type=active',
      'business-entity': '/api/directory/business-entities',
      address: '/api/directory/addresses?type=active',
    };
    const path = lists[record] ?? '/api/purchasing/purchase-requests?perPage=100';
    const { items } = await (await request.get(path, { headers: bearer(session) })).json();
    const field = { 'expense-category': 'expenseCategoryId', 'cost-center': 'costCenterId' }[record];
    ids.set(record, field ? items.find((item: Json) => item[field])[field] : items[0].id);
  }
  return ids.get(record)!;
}

/** What a value cannot be told from its schema alone. */
const own = (turn: number): Record<string, Record<string, unknown>> => {
  const five = `${(Number(mark) + turn) % 100_000}`.padStart(5, '0');
  return {
    Address: { postalCode: '718845' },
    BusinessEntity: { uen: `2018${five}K`, shortCode: `Z${five}`, gstRegistered: false },
    Holiday: {
      date: `20${30 + (Number(five) % 60)}-0${(turn % 9) + 1}-${`${(Number(five) % 27) + 1}`.padStart(2, '0')}`,
    },
    PurchaseRequest: { neededBy: '2099-01-31' },
  };
};
let count = 0;
async function valueOf(name: string, schema: Json): Promise<unknown> {
  if (schema.enum) return schema.enum[0];
  if (schema['x-record']) return idOf(schema['x-record']);
  const type = [schema.type].flat()[0];
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return false;
  if (schema.format === 'date') return '2099-01-31';
  return `${name} ${mark} ${(count += 1)}`.slice(0, schema.maxLength ?? 200).replace(/ $/, 'x');
}
async function bodyOf({ described, tag }: Operation): Promise<Json> {
  const { properties, required = [] } = described.requestBody.content['application/json'].schema;
  const body: Json = {};
  for (const name of required) body[name] = await valueOf(name, properties[name]);
  return { ...body, ...own((count += 1))[tag] };
}

const isList = ({ method, path }: Operation) =>
  method === 'GET' && !path.includes('{') && !path.endsWith('/export') && path !== '/api/openapi.json';
const inside = ({ path }: Operation) =>
  operations.find((one) => one.method === 'POST' && one.path === path.split('/{')[0]);
const takesJson = ({ described }: Operation) => described.requestBody?.content['application/json'] !== undefined;

test('is valid by a validator that is not ours', async () => {
  const config = await createConfig({
    rules: {
      struct: 'error',
      'no-unresolved-refs': 'error',
      'operation-operationId-unique': 'error',
      'path-parameters-defined': 'error',
      'security-defined': 'error',
    },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});

test('nobody comes in without a token, with one that is none, or without the scope', async () => {
  const asked = operations.filter(({ path }) => path !== '/api/oauth/token');
  expect(asked.length).toBeGreaterThan(30);
  const signedOut = await requests.newContext({ baseURL: origin });
  const shared = request;
  // No cookie goes along.
  request = signedOut;
  for (const operation of asked) {
    await called(operation, 401, { token: null });
    await called(operation, 401, { token: 'gtok_made-up' });
    if (operation.path !== '/api/openapi.json') await called(operation, 403, { token: narrow });
  }
  request = shared;
  await signedOut.dispose();
});

test('lists answer a program and a person alike, with every parameter that is described', async () => {
  const lists = operations.filter(isList);
  expect(lists.length).toBeGreaterThan(5);
  for (const list of lists) {
    for (const token of [client, session]) await called(list, 200, { token });
    for (const { name, schema } of (list.described.parameters ?? []) as Json[]) {
      const one = schema.items ?? schema;
      const value =
        name === 'sort'
          ? schema.default
          : name === 'counts'
            ? '1'
            : String(one.enum?.at(-1) ?? (one['x-record'] ? NOWHERE : (one.default ?? '1')));
      await called(list, 200, { token: client, query: `?${name}=${encodeURIComponent(value)}` });
    }
  }
});

test('records are read, and what does not exist is not found', async () => {
  for (const read of operations.filter(({ method, path }) => method === 'GET' && path.endsWith('}'))) {
    const list = operations.find(({ method, path }) => method === 'GET' && path === read.path.split('/{')[0])!;
    const { items } = await called(list, 200, { token: client });
    expect(items.length, `${list.path} has none`).toBeGreaterThan(0);
    for (const token of [client, session]) await called(read, 200, { token, id: items[0].id ?? items[0].name });
    for (const id of [NOWHERE, 'not-an-id']) await called(read, 404, { token: client, id });
  }
});

test('lists come as files too', async () => {
  for (const file of operations.filter(({ path }) => path.endsWith('/export'))) {
    for (const format of ['csv', 'xlsx']) await called(file, 200, { token: client, query: `?format=${format}` });
  }
});

test('records are made, changed and moved along, and every wrong try is refused as described', async () => {
  for (const create of operations.filter(
    ({ method, path, described }) => method === 'POST' && described.responses[201] && !path.includes('{'),
  )) {
    await badBodies(create);
    const made = await called(create, 201, { token: client, data: await bodyOf(create) });
    const update = operations.find(({ method, path }) => method === 'PATCH' && path === `${create.path}/{id}`);
    if (!update) continue;
    await badBodies(update, made.id);
    await called(update, 422, { token: client, id: made.id, data: {} });
    await called(update, 409, { token: client, id: made.id, data: { version: made.version + 7 } });
    await called(update, 404, { token: client, id: NOWHERE, data: { version: 1 } });
    expect((await called(update, 200, { token: client, id: made.id, data: { version: made.version } })).id).toBe(
      made.id,
    );
  }
});

test('acts move a record, and an old version is refused', async () => {
  const acts = operations.filter(
    ({ path, described, method }) =>
      path.includes('/{id}/') &&
      takesJson({ described } as Operation) &&
      described.responses[200] &&
      method !== 'GET' &&
      described.requestBody.content['application/json'].schema.required.join() === 'version',
  );
  expect(acts.length).toBeGreaterThan(5);
  for (const act of acts) {
    await badBodies(act, NOWHERE);
    await called(act, 422, { token: client, id: NOWHERE, data: {} });
    await called(act, 404, { token: client, id: NOWHERE, data: { version: 1 } });
  }
  for (const close of acts.filter(
    ({ method, path }) => method === 'POST' && /closure|retirement|cancellation/.test(path),
  )) {
    const made = await called(inside(close)!, 201, { token: client, data: await bodyOf(inside(close)!) });
    const closed = await called(close, 200, { token: client, id: made.id, data: { version: made.version } });
    await called(close, 409, { token: client, id: made.id, data: { version: made.version } });
    await called(close, 409, { token: client, id: made.id, data: { version: closed.version } });
    const open = acts.find(({ method, path }) => method === 'DELETE' && path === close.path);
    if (open) await called(open, 200, { token: client, id: made.id, data: { version: closed.version } });
  }
  for (const bulk of operations.filter(({ path }) => path.endsWith('/bulk'))) {
    await badBodies(bulk);
    await called(bulk, 422, { token: client, data: {} });
    await called(bulk, 422, { token: client, data: { act: 'made-up', rows: [{ id: NOWHERE, version: 1 }] } });
  }
});

const operation = (method: string, path: string): Operation =>
  operations.find((one) => one.method === method && one.path === path)!;

test('links to the printed form are made, listed and ended', async () => {
  const [list, make, end] = ['GET', 'POST', 'DELETE'].map((method) =>
    operation(method, '/api/purchasing/purchase-requests/{id}/print-links'),
  );
  const { items } = await called(operation('GET', '/api/purchasing/purchase-requests'), 200, {
    token: client,
    query: '?perPage=100',
  });
  const [approved, waiting] = ['pending-budget', 'pending-approval'].map(
    (wanted) => items.find(({ status }: Json) => status === wanted).id,
  );
  await called(make!, 201, { token: client, id: approved });
  const { items: links } = await called(list!, 200, { token: client, id: approved });
  await called(end!, 204, { token: client, id: approved, query: `?link=${links[0].id}` });
  await called(end!, 404, { token: client, id: approved, query: `?link=${links[0].id}` });
  await called(make!, 409, { token: client, id: waiting });
  for (const one of [list, make, end])
    await called(one!, 404, { token: client, id: NOWHERE, query: `?link=${NOWHERE}` });
});

test('issued numbers, who would be asked, the logo and the run of a job answer as described', async () => {
  const numbers = operation('GET', '/api/settings/number-continuity/{id}/numbers');
  const {
    items: [series],
  } = await called(operation('GET', '/api/settings/number-continuity'), 200, { token: client });
  expect(
    (await called(numbers, 200, { token: client, id: series.id, query: '?perPage=10' })).items.length,
  ).toBeGreaterThan(0);
  await called(numbers, 404, { token: client, id: NOWHERE });

  const expected = operation('POST', '/api/purchasing/purchase-requests/expected');
  await badBodies(expected);
  await called(expected, 422, { token: client, data: {} });
  const {
    items: [owner],
  } = await (await request.get('/api/directory/users?q=admin', { headers: bearer(session) })).json();
  expect(
    (await called(expected, 200, { token: client, data: { departmentId: owner.mainDepartmentId, netCents: 250_000 } }))
      .steps.length,
  ).toBeGreaterThan(0);

  const logo = operation('POST', '/api/directory/business-entities/{id}/logo');
  await badBodies(logo, NOWHERE);
  await called(logo, 422, { token: client, id: NOWHERE, data: { version: 1, fileUrl: '/nothing.png' } });

  const run = operation('POST', '/api/settings/jobs/{name}/runs');
  await called(run, 404, { token: client, id: 'made-up' });
  await called(run, 202, { token: client, id: 'log-root' });
});

test('a body that is too large is refused as described', async () => {
  const create = operation('POST', '/api/directory/teams');
  await called(create, 413, { token: client, data: { name: 'x'.repeat(3_000_000) } });
});

async function badBodies(of: Operation, id?: string): Promise<void> {
  if (!takesJson(of)) return;
  for (const text of ['{', '[]', '"x"'])
    await called(of, 400, {
      token: client,
      ...(id && { id }),
      data: text,
      headers: { 'content-type': 'application/json' },
    });
  await called(of, 415, { token: client, ...(id && { id }), data: 'a,b', headers: { 'content-type': 'text/csv' } });
}

test('a minute’s calls are counted down, and the next one is told when to come again', async () => {
  const token = await tokenOf(await newClient('Contract, slow', ['Department:read'], { requestsPerMinute: 2 }));
  const list = operations.find(({ method, path }) => method === 'GET' && path === '/api/directory/departments')!;
  const first = await request.get(list.path, { headers: bearer(token) });
  expect(first.headers()).toMatchObject({ 'ratelimit-policy': '"minute";q=2;w=60' });
  expect(first.headers()['ratelimit']).toMatch(/^"minute";r=1;t=\d+$/);
  await called(list, 200, { token });
  await called(list, 429, { token });
  const late = await request.get(list.path, { headers: bearer(token) });
  expect(Number(late.headers()['retry-after'])).toBeGreaterThan(0);
  expect(late.headers()['ratelimit']).toContain(';r=0;');
});

test('tokens are asked for as described, by a library that knows the standard', async () => {
  const { clientId, secret } = await newClient('Library', ['Department:read', 'Team:read']);
  const server = { issuer: origin, token_endpoint: `${origin}/api/oauth/token` };
  const insecure = { [oauth.allowInsecureRequests]: true };
  for (const proof of [oauth.ClientSecretBasic(secret), oauth.ClientSecretPost(secret)]) {
    const answer = await oauth.clientCredentialsGrantRequest(
      server,
      { client_id: clientId },
      proof,
      { scope: 'Team:read' },
      insecure,
    );
    expect(await oauth.processClientCredentialsResponse(server, { client_id: clientId }, answer)).toMatchObject({
      token_type: 'bearer',
      scope: 'Team:read',
    });
  }
  const wrong = await oauth.clientCredentialsGrantRequest(
    server,
    { client_id: clientId },
    oauth.ClientSecretPost('wrong'),
    {},
    insecure,
  );
  await expect(oauth.processClientCredentialsResponse(server, { client_id: clientId }, wrong)).rejects.toBeInstanceOf(
    oauth.WWWAuthenticateChallengeError,
  );
  const much = await oauth.clientCredentialsGrantRequest(
    server,
    { client_id: clientId },
    oauth.ClientSecretPost(secret),
    { scope: 'User:read' },
    insecure,
  );
  await expect(oauth.processClientCredentialsResponse(server, { client_id: clientId }, much)).rejects.toMatchObject({
    error: 'invalid_scope',
  });
  const token = operations.find(({ path }) => path === '/api/oauth/token')!;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  await called(token, 200, {
    data: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
    }).toString(),
    headers: form,
  });
  await called(token, 400, { data: 'grant_type=password', headers: form });
  await called(token, 401, { data: 'grant_type=client_credentials&client_id=x&client_secret=y', headers: form });
});

test('a client made from the description reads a list and makes a record', async () => {
  const made = new OpenAPIClientAxios({
    definition: document,
    axiosConfigDefaults: { baseURL: origin, headers: { authorization: `Bearer ${client}` } },
  });
  const api = (await made.init()) as Json;
  const departments = await api.getDirectoryDepartments({ perPage: 25, sort: '-code' });
  expect(departments.data.items.length).toBeGreaterThan(3);
  const team = await api.postDirectoryTeams(null, { name: `Made by a client ${mark}`, leadId: await idOf('user') });
  expect([team.status, team.data.version]).toEqual([201, 1]);
  expect((await api.getDirectoryTeamsById(team.data.id)).data.name).toBe(`Made by a client ${mark}`);
});
