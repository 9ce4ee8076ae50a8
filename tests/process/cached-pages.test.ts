import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CachedPages, cachedPages } from '#lib/process/http/cached-pages.server.ts';

// A server whose pages say how often they were made; a cached page is not rendered again.
let made = 0;
let answer: { status: number; headers: Record<string, string> };
let pages: CachedPages;
let origin = '';

const server = createServer((request, response) => {
  if (pages.send(request, response) !== undefined) return;
  made += 1;
  const body = `<p>${made} ${request.headers['accept-language'] ?? ''} ${request.headers.cookie ?? ''}</p>${' '.repeat(2_000)}`;
  const headers = new Headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'self'",
    ...answer.headers,
  });
  pages.cachePageFor(request)?.({ status: answer.status, headers, body, route: '/login' });
  response.writeHead(answer.status, Object.fromEntries(headers)).end(body);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
beforeEach(() => {
  made = 0;
  answer = { status: 200, headers: {} };
  pages = cachedPages();
});
afterAll(() => void server.close());

const ask = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(origin + path, { headers })).text();

test('one answer serves every visitor without a cookie, with all its headers', async () => {
  const first = await ask('/login');
  const again = await fetch(`${origin}/login`);
  expect(await again.text()).toBe(first);
  expect(made).toBe(1);
  expect(Object.fromEntries(again.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'self'",
    'cache-control': 'no-store',
  });
});

test('each language has its own, each way of packing the same words', async () => {
  const german = await ask('/login', { 'accept-language': 'de' });
  const french = await ask('/login', { 'accept-language': 'fr' });
  expect(german).not.toBe(french);
  for (const encoding of ['br', 'gzip', 'identity'])
    expect(await ask('/login', { 'accept-language': 'de-AT', 'accept-encoding': encoding })).toBe(german);
  expect(await ask('/login', { 'accept-language': 'fr' })).toBe(french);
  expect(made).toBe(2);
});

test('whoever sends a cookie, a token or a question is answered anew, and that answer is nobody else’s', async () => {
  await ask('/login', { cookie: 'layout=dark=on' });
  await ask('/login', { authorization: 'Bearer x' });
  await ask('/login?to=/directory/users');
  await fetch(`${origin}/login`, { method: 'POST', body: 'x=1' });
  expect(made).toBe(4);
  expect(await ask('/login')).toMatch(/^<p>5 /);
  expect(await ask('/login', { cookie: 'layout=dark=on' })).toMatch(/^<p>6 .*dark/);
  expect(await ask('/login')).toMatch(/^<p>5 /);
});

test('what went wrong or sets a cookie is not cached', async () => {
  const odd: (typeof answer)[] = [
    { status: 404, headers: {} },
    { status: 200, headers: { 'set-cookie': 'flash=x' } },
  ];
  for (const one of odd) {
    answer = one;
    await ask('/login');
    await ask('/login');
  }
  expect(made).toBe(4);
});

test('a thousand addresses take no more room than a hundred', async () => {
  await ask('/login');
  for (let n = 0; n < 100; n += 1) await ask(`/login/${n}`);
  expect(await ask('/login')).toMatch(/^<p>102 /);
  expect(await ask('/login/99')).toMatch(/^<p>101 /);
});
