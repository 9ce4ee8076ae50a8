import { readFileSync } from 'node:fs';
import { expect, test, type APIRequestContext } from '@playwright/test';
import { freePort } from '#tests/support/free-port.ts';
import { startGarden, type RunningGarden } from '#tests/support/server.ts';

/**
 * Every method that reads a body, and every page that reads a form, given what no client of ours sends: the answer is
 * never a failure, and the API's refusals are problems with a code. In a garden of its own, where some of it is kept.
 */
const NOWHERE = '01900000-0000-7000-8000-000000000000';
const lines = readFileSync('tests/conformance/access.snapshot.txt', 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(/\s{2,}/)[0]!);
/** Signing out would end what signs in below, and signing in is counted. */
const endpoints = lines
  .filter((line) => /^(POST|PATCH|PUT|DELETE) /.test(line) && !/ \/api\/(login|logout|refresh-token)$/.test(line))
  .map((line) => ({ method: line.split(' ')[0]!, pattern: line.split(' ')[1]! }));
const pages = lines.filter((line) => line.startsWith('/'));

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

const bodies: [type: string, body: string | Buffer, id?: string][] = [
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
  ...[
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
  ].map((value): [string, string] => [JSON_TYPE, all(value)]),
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

let garden: RunningGarden;
let request: APIRequestContext;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(120_000);
  garden = await startGarden(await freePort());
  request = await playwright.request.newContext({ baseURL: garden.origin });
  expect(
    (await request.post('/api/login', { data: { username: 'admin', password: 'garden-demo-2026' } })).status(),
  ).toBe(200);
});
test.afterAll(() => garden?.stop());

test('no endpoint fails at a body', async () => {
  test.setTimeout(300_000);
  const department = await idOf('/api/directory/departments');
  const sample: Record<string, string> = {
    ':entity': 'department',
    '/roles/': await idOf('/api/directory/roles'),
    '/departments/': department,
    '/teams/': await idOf('/api/directory/teams'),
  };
  const answers: string[] = [];
  for (const { method, pattern } of endpoints) {
    const id = pattern.includes(':entity')
      ? department
      : (Object.entries(sample).find(([folder]) => pattern.includes(folder))?.[1] ?? NOWHERE);
    const others: [string, string | Buffer, string][] = pattern.includes(':id')
      ? ids.map((other) => [JSON_TYPE, '{"version":1}', other])
      : [];
    const sent = [...bodies, ...others].map(([type, body, other = id]) =>
      wrong(method, filled(pattern, other), type, body),
    );
    answers.push(...(await Promise.all(sent)).flat());
  }
  expect(answers).toEqual([]);
});

test('no page fails at a form', async () => {
  test.setTimeout(300_000);
  const people = await idOf('/api/directory/users?q=requester');
  const answers: string[] = [];
  for (const pattern of pages) {
    const folder = /^\/directory\/(?:roles|departments|teams|addresses|business-entities)(?=\/:id)/.exec(pattern)?.[0];
    const id = folder ? await idOf(`/api${folder}`) : /\/users?\//.test(pattern) ? people : NOWHERE;
    await Promise.all(
      bodies
        .filter(([kind]) => kind !== JSON_TYPE)
        .map(async ([type, body]) => {
          const answer = await request.post(filled(pattern, id), {
            headers: { 'content-type': type },
            data: body,
            maxRedirects: 0,
          });
          if (answer.status() >= 500 && pattern !== '/500')
            answers.push(`${pattern} ${answer.status()} ${type} ${String(body).slice(0, 80)}`);
        }),
    );
  }
  expect(answers).toEqual([]);
});

async function wrong(method: string, path: string, type: string, body: string | Buffer): Promise<string[]> {
  const answer = await request.fetch(path, { method, headers: { 'content-type': type }, data: body, maxRedirects: 0 });
  const [status, kind = ''] = [answer.status(), answer.headers()['content-type']];
  // RFC 6749 says what the refusals of the token endpoint look like.
  const refusal = path === '/api/oauth/token' ? 'application/json' : 'application/problem+json';
  return status < 500 && (status < 400 || kind.startsWith(refusal))
    ? []
    : [`${method} ${path.slice(0, 120)} ${status} ${kind} ${type} ${String(body).slice(0, 80)}`];
}

async function idOf(list: string): Promise<string> {
  return (await (await request.get(list)).json()).items[0].id;
}

function filled(pattern: string, id: string): string {
  return pattern
    .replace(':entity', 'department')
    .replace(':attachment', NOWHERE)
    .replace(/:(id|token|code|key)/, id)
    .replace(':type', 'all-requests')
    .replace(':variant', 'login-v1');
}
