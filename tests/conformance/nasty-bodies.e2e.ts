import { expect, test, type APIRequestContext } from '@playwright/test';
import { freePort } from '#tests/support/free-port.ts';
import { endpointRoutes, firstOf, NOWHERE, pageRoutes } from '#tests/support/routes.ts';
import { startApp, type RunningApp } from '#tests/support/server.ts';

/**
 * Every method that reads a body, and every page that reads a form, gets input that none of our clients sends: the
 * response is never a failure, and the API's refusals are problems with a code. The code that reads bodies gets every
 * variant, once; each endpoint and each page a few with as much as possible. In an installation of its own, where some
 * of it is stored.
 */
/** Signing out would end the session used below, and sign-ins are rate-limited. */
const endpoints = endpointRoutes.filter(
  ({ method, path }) => method !== 'GET' && !/^\/api\/(login|logout|refresh-token)$/.test(path),
);
/** Endpoints that store what they get: texts, rights, and lines with amounts. */
const MACHINERY = [
  'POST /api/directory/departments',
  'PATCH /api/directory/departments/:id',
  'PUT /api/directory/roles/:id/permissions',
  'POST /api/purchasing/purchase-requests',
  'PUT /api/drafts',
];
/** Requests under way at once. */
const BESIDE = 8;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';
const part = (name: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="../../${name}"\r\n\r\n${content}\r\n`;
const fields = [
  'version',
  'text',
  'reason',
  'name',
  'code',
  'title',
  'fullName',
  'username',
  'number',
  'until',
  'list',
  'address',
  'fileName',
  'fileType',
  'act',
  'step',
  'rows',
  'data',
  'permissions',
  'password',
];
const all = (value: unknown) => JSON.stringify(Object.fromEntries(fields.map((field) => [field, value])));
const VALUES = [
  '\0',
  'a\0b',
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e21,
  true,
  null,
  [],
  {},
  [[]],
  [null],
  [{}],
  { $ne: 1 },
  '0000-00-00',
  '31/02/2026',
  '275760-09-13',
  '__proto__',
  'x'.repeat(100_000),
];
/** Another value in each field, shifted from one endpoint to the next, so that every field gets all of them. */
const mixed = (turn: number) =>
  JSON.stringify(Object.fromEntries(fields.map((field, index) => [field, VALUES[(index + turn) % VALUES.length]])));

const bodies: [type: string, body: string | Buffer][] = [
  ...[
    '{',
    'null',
    '[]',
    '"x"',
    '1e400',
    '['.repeat(20_000),
    '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000),
    '{"__proto__":{"id":1},"version":1}',
  ].map((body): [string, string] => [JSON_TYPE, body]),
  ...VALUES.map((value): [string, string] => [JSON_TYPE, all(value)]),
  [JSON_TYPE, all('half').replaceAll('half', '\\ud800')],
  [JSON_TYPE, all('huge').replaceAll('"huge"', '1e400')],
  [JSON_TYPE, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  [`${JSON_TYPE}; charset=utf-16`, '{}'],
  ['text/plain', '{"version":1}'],
  ['application/xml', '<a/>'],
  ...[
    'a[b][c]=1&__proto__=2&version=1',
    fields.map((field) => `${field}=%00`).join('&'),
    'text=%ff&%zz=1&version=1',
    fields.flatMap((field) => [`${field}=1`, `${field}=2`]).join('&'),
    'version=2147483648',
  ].map((body): [string, string] => [FORM_TYPE, body]),
  ...['__proto__', 'constructor', 'hasOwnProperty', 'toString'].map((act): [string, string] => [
    FORM_TYPE,
    `act=${act}&step=${act}&version=1&row=${NOWHERE}:1`,
  ]),
  [MULTIPART, '--x\r\nContent-Disp'],
  [MULTIPART, `${fields.map((field) => part(field, '1')).join('')}--x--\r\n`],
  ['multipart/form-data', ''],
];
const forms = bodies.filter(([type]) => type === FORM_TYPE);
const notJson = bodies.filter(([type]) => type !== JSON_TYPE);
const ids = [
  '%00',
  '..%2f..%2f',
  '__proto__',
  'constructor',
  `{${NOWHERE}}`,
  NOWHERE.toUpperCase(),
  '%0d%0aset-cookie:a=b',
  'x'.repeat(3_000),
];

let app: RunningApp;
let request: APIRequestContext;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(120_000);
  app = await startApp(await freePort());
  request = await playwright.request.newContext({ baseURL: app.origin });
  expect(
    (await request.post('/api/login', { data: { username: 'admin', password: 'garden-demo-2026' } })).status(),
  ).toBe(200);
});
test.afterAll(() => app?.stop());

test('what reads bodies fails at none', async () => {
  const known = await idsByFolder();
  const chosen = endpoints.filter(({ method, path }) => MACHINERY.includes(`${method} ${path}`));
  expect(chosen).toHaveLength(MACHINERY.length);
  const tries = chosen.flatMap(({ method, path }) => [
    ...bodies.map(
      ([type, body]) =>
        () =>
          wrong(method, filled(path, known(path)), type, body),
    ),
    ...(path.includes(':id') ? ids : []).map((id) => () => wrong(method, filled(path, id), JSON_TYPE, '{"version":1}')),
  ]);
  expect(await eightAtATime(tries)).toEqual([]);
});

test('no endpoint fails at a body', async () => {
  const known = await idsByFolder();
  const tries = endpoints.flatMap(({ method, path }, turn) => {
    const few: [string, string | Buffer][] = [
      [JSON_TYPE, mixed(turn)],
      [JSON_TYPE, all(VALUES[turn % 2])],
      forms[turn % forms.length]!,
    ];
    const strange = path.includes(':id') ? ['%00', ids[turn % ids.length]!] : [];
    return [
      ...few.map(
        ([type, body]) =>
          () =>
            wrong(method, filled(path, known(path)), type, body),
      ),
      ...strange.map((id) => () => wrong(method, filled(path, id), JSON_TYPE, '{"version":1}')),
    ];
  });
  expect(tries.length).toBeGreaterThan(500);
  expect(await eightAtATime(tries)).toEqual([]);
});

test('no page fails at a form', async () => {
  const known = await idsByFolder();
  const tries = pageRoutes
    .filter(({ path }) => path !== '/500')
    .flatMap(({ path }, turn) => {
      const few =
        path === '/directory/departments/create'
          ? notJson
          : [0, 1, 2].map((step) => notJson[(turn * 3 + step) % notJson.length]!);
      return few.map(([type, body]) => async () => {
        const answer = await request.post(filled(path, known(path)), {
          headers: { 'content-type': type },
          data: body,
          maxRedirects: 0,
        });
        return answer.status() >= 500 ? [`${path} ${answer.status()} ${type} ${String(body).slice(0, 80)}`] : [];
      });
    });
  expect(await eightAtATime(tries)).toEqual([]);
});

/** The id of a record for an address below its list; an unknown id where there is none. */
async function idsByFolder(): Promise<(path: string) => string> {
  const known = new Map<string, string>();
  for (const folder of ['roles', 'departments', 'teams', 'addresses', 'business-entities', 'users'])
    known.set(folder, (await firstOf(request, `/api/directory/${folder}${folder === 'users' ? '?q=requester' : ''}`))!);
  return (path) =>
    path.includes(':entity')
      ? known.get('departments')!
      : (known.get(/\/([a-z-]+)\/:id/.exec(path)?.[1] ?? '') ?? NOWHERE);
}

/** Everything found to be wrong, with eight attempts under way at any time. */
async function eightAtATime(tries: (() => Promise<string[]>)[]): Promise<string[]> {
  const found: string[] = [];
  const left = tries.values();
  const work = async () => {
    for (const attempt of left) found.push(...(await attempt()));
  };
  await Promise.all(Array.from({ length: BESIDE }, work));
  return found;
}

async function wrong(method: string, path: string, type: string, body: string | Buffer): Promise<string[]> {
  const answer = await request.fetch(path, { method, headers: { 'content-type': type }, data: body, maxRedirects: 0 });
  const [status, kind = ''] = [answer.status(), answer.headers()['content-type']];
  // RFC 6749 defines the error responses of the token endpoint.
  const refusal = path === '/api/oauth/token' ? 'application/json' : 'application/problem+json';
  return status < 500 && (status < 400 || kind.startsWith(refusal))
    ? []
    : [`${method} ${path.slice(0, 120)} ${status} ${kind} ${type} ${String(body).slice(0, 80)}`];
}

function filled(pattern: string, id: string): string {
  return pattern
    .replace(':entity', 'department')
    .replace(':attachment', NOWHERE)
    .replace(/:(id|token|code|key)/, id)
    .replace(':type', 'all-requests')
    .replace(':variant', 'login-v1');
}
