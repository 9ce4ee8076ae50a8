import { request as ask, type IncomingHttpHeaders } from 'node:http';
import { expect, test } from '@playwright/test';
import { freePort } from '#tests/support/free-port.ts';
import { startApp } from '#tests/support/server.ts';

// Ravi knocks with what no browser sends; Priya signs in and sends a form to what is not there.
const NOWHERE = '01900000-0000-7000-8000-000000000000';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A request as it is written here, without what a client would add or tidy up. */
function send(
  origin: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body: Iterable<string> = [],
): Promise<Answer> {
  const { hostname, port, host } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = ask(
      { hostname, port, path, method, agent: false, setHost: false, headers: { host, ...headers } },
      (answer) => {
        let text = '';
        answer
          .on('data', (chunk) => (text += chunk))
          .on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }));
      },
    ).on('error', reject);
    for (const part of body) sent.write(part);
    sent.end();
  });
}

test('what is no question to us is refused before anything looks at it', async ({ baseURL }) => {
  for (const host of ['elsewhere.example/x', 'a b', 'mei@elsewhere.example', 'elsewhere.example:99999', '"><b>']) {
    expect((await send(baseURL!, 'GET', '/login', { host })).status, host).toBe(400);
  }
  expect((await send(baseURL!, 'TRACE', '/login')).status).toBe(405);
  for (const host of ['elsewhere.example', 'localhost.elsewhere.example', '127.0.0.1.elsewhere.example:4321'])
    expect((await send(baseURL!, 'GET', '/login', { host })).status, host).toBe(421);
  expect((await send(baseURL!, 'GET', '/healthz', { host: '127.0.0.1:80' })).status).toBe(200);
  expect((await send(baseURL!, 'GET', '/login')).status).toBe(200);
});

test('a body that does not say how long it is has the same limit', async ({ baseURL }) => {
  const megabyte = ' '.repeat(1024 * 1024);
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  const large = await send(baseURL!, 'POST', '/api/login', headers, [megabyte, megabyte, megabyte, '{}']);
  expect([large.status, JSON.parse(large.text).code]).toEqual([413, 'file-too-large']);
  // Files may be larger; an address that only begins like theirs is not one.
  for (const address of ['/api/files/../login', '/api/files/%2e%2e/login'])
    for (const announced of [
      headers,
      { 'content-type': 'application/json', 'content-length': String(3 * megabyte.length) },
    ]) {
      const { status } = await send(baseURL!, 'POST', address, announced, [megabyte, megabyte, megabyte]);
      expect(status, address).toBe(413);
    }
  const small = await send(baseURL!, 'POST', '/api/login', headers, [megabyte, '{}']);
  expect([small.status, JSON.parse(small.text).code]).toEqual([422, 'invalid-input']);
});

test('a million fields keep nobody waiting', async ({ baseURL, request }) => {
  const fields = 'a&'.repeat(1_000_000);
  const sent = send(
    baseURL!,
    'POST',
    '/login',
    { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(fields.length) },
    [fields],
  );
  expect((await request.get('/healthz')).ok()).toBe(true);
  expect((await sent).status).toBe(422);
});

test('a form that is none is told so', async ({ baseURL }) => {
  const broken = await send(
    baseURL!,
    'POST',
    '/api/login',
    { 'content-type': 'multipart/form-data', 'content-length': '8' },
    ['nonsense'],
  );
  expect([broken.status, JSON.parse(broken.text).code]).toEqual([415, 'unsupported-media-type']);
});

test('an address of the API that does not exist is a problem, and the framework adds none of its own', async ({
  request,
}) => {
  const unknown = await request.get('/api/purchasing/nothing');
  expect(unknown.headers()['content-type']).toContain('application/problem+json');
  expect([unknown.status(), (await unknown.json()).code]).toEqual([404, 'not-found']);
  for (const path of ['/_image?href=/favicon.svg', '/_server-islands/any'])
    expect((await request.get(path)).status(), path).toBe(404);
});

test('a form to a record that is not there, or not open, meets the page of a wrong address', async ({ request }) => {
  expect(
    (await request.post('/api/login', { data: { username: 'purchasing', password: 'garden-demo-2026' } })).status(),
  ).toBe(200);
  for (const path of [
    `/purchasing/purchase-requests/${NOWHERE}/show`,
    `/purchasing/purchase-requests/prf/${NOWHERE}/preview`,
  ]) {
    const answer = await request.post(path, { form: { act: 'cancel', version: '1', reason: 'x' } });
    expect(answer.status(), path).toBe(404);
    expect(answer.headers()['content-security-policy']).toContain("default-src 'self'");
    expect(await answer.text()).toContain('/page-not-found');
  }
});

test('a token that was made up does not open the doors that go by the cookie', async ({ request }) => {
  for (const path of ['/api/logout', '/api/refresh-token', '/api/login']) {
    const answer = await request.post(path, {
      headers: { origin: 'https://elsewhere.example', authorization: 'Bearer made-up' },
    });
    expect([path, answer.status(), (await answer.json()).code]).toEqual([path, 403, 'cross-origin']);
  }
});

test('behind a proxy with TLS only its own origin counts, and no cookie is taken or sent without TLS', async () => {
  test.setTimeout(60_000);
  const app = await startApp(await freePort(), { PUBLIC_ORIGIN: 'https://garden.example' });
  try {
    const signIn = (origin: string) =>
      send(app.origin, 'POST', '/api/login', { host: 'garden.example', origin, 'content-type': 'application/json' }, [
        '{"username":"requester","password":"garden-demo-2026"}',
      ]);
    expect((await signIn('http://garden.example')).status).toBe(403);
    const { status, headers } = await signIn('https://garden.example');
    expect(status).toBe(200);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-garden_device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^__Host-garden_session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    const language = await send(
      app.origin,
      'POST',
      '/api/language',
      { host: 'garden.example', origin: 'https://garden.example', 'content-type': 'application/json' },
      ['{"language":"de"}'],
    );
    expect(language.headers['set-cookie']?.[0]).toMatch(/^__Host-language=de; .*Secure/);
  } finally {
    await app.stop();
  }
});

test('a form that another site sends is refused as such, whoever is signed in', async ({ request }) => {
  for (const path of ['/login', '/directory/my-profile/change-password']) {
    const answer = await request.post(path, {
      form: { username: 'purchasing' },
      headers: { origin: 'https://elsewhere.example' },
      maxRedirects: 0,
    });
    expect(answer.status(), path).toBe(403);
    expect(await answer.text()).toContain('This request came from another website and was refused.');
  }
});

test('the page of failures is not there for who asks for it', async ({ baseURL }) => {
  for (const address of ['/500', '/de/500']) expect((await send(baseURL!, 'GET', address)).status).toBe(404);
});
