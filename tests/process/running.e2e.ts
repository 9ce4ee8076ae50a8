import { expect, test } from '@playwright/test';

test('an operator sees that the app is alive and ready', async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200);
  expect((await request.get('/readyz')).status()).toBe(200);
});

test('a visitor who mistypes an address gets the product’s own page, without a script error', async ({ page }) => {
  const errors: string[] = [];
  page.on(
    'console',
    (message) => message.type() === 'error' && !message.text().includes('404') && errors.push(message.text()),
  );
  page.on('pageerror', (error) => errors.push(error.message));

  const response = await page.goto('/nowhere/at-all');

  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(errors).toEqual([]);
});

test('every answer carries its request id and the security headers, and is compressed', async ({ request }) => {
  const answer = await request.get('/page-not-found', {
    headers: { 'x-request-id': 'asked-by-the-proxy', 'accept-encoding': 'br' },
  });

  expect(answer.headers()).toMatchObject({
    'x-request-id': 'asked-by-the-proxy',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cache-control': 'no-store',
    'content-encoding': 'br',
  });
  expect(answer.headers()['content-security-policy']).toContain("script-src 'self'");
});

test('a public page is sent from the cache, and answers who has chosen something in their own way', async ({
  request,
}) => {
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request.get(path, { headers });
    return {
      status: answer.status(),
      policy: answer.headers()['content-security-policy'],
      language: answer.headers()['content-language'],
      page: await answer.text(),
    };
  };
  const first = await ask('/login', { 'accept-language': 'en' });
  expect(first).toMatchObject({ status: 200, language: 'en' });
  expect(first.policy).toContain("script-src 'self'");
  expect(await ask('/login', { 'accept-language': 'en-GB', 'accept-encoding': 'br' })).toEqual(first);
  for (const [path, accept] of [
    ['/de/login', 'en'],
    ['/login', 'de'],
  ] as const) {
    for (const time of ['made', 'kept'])
      expect(await ask(path, { 'accept-language': accept }), time).toMatchObject({
        language: 'de',
        page: expect.stringContaining('Anmelden'),
      });
  }
  expect((await ask('/login', { 'accept-language': 'en', cookie: 'layout=dark%3Don' })).page).toContain(
    'class="dark-layout"',
  );
  expect((await ask('/login?reason=password-set', { 'accept-language': 'en' })).page).not.toBe(first.page);
  expect(await ask('/login', { 'accept-language': 'en' })).toEqual(first);
});

test('a request id that could forge a line of the log is replaced', async ({ request }) => {
  const answer = await request.get('/healthz', { headers: { 'x-request-id': 'a {"level":"fatal"}' } });

  expect(answer.headers()['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('a body larger than any form is refused in the visitor’s language', async ({ request }) => {
  const answer = await request.post('/api/login', {
    headers: { 'accept-language': 'de' },
    data: { username: 'x'.repeat(3 * 1024 * 1024) },
  });

  expect(answer.status()).toBe(413);
  expect(await answer.json()).toMatchObject({ code: 'file-too-large', title: 'Die Datei ist größer als 2 MB.' });
});
