import { fileURLToPath } from 'node:url';
import { expect, test, type Page, type Request } from '@playwright/test';
import { build } from 'vite';
import type { ApiError } from '#islands/api-error.ts';

/**
 * The islands' way to the API, on a real page and against the real server. The modules are bundled as they are and put
 * into the page, since no island asks for everything that is promised here.
 */
let bundle: string;

test.beforeAll(async () => {
  const entry = fileURLToPath(new URL('api-client.entry.ts', import.meta.url));
  const built = await build({
    logLevel: 'error',
    configFile: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'client', fileName: 'client' } },
  });
  const [{ output }] = built as unknown as [{ output: { code: string }[] }];
  bundle = output[0]!.code.replace(/^var client\b/m, 'window.client');
});

declare global {
  interface Window {
    client: typeof import('./api-client.entry.ts');
    settled: string[];
  }
}

async function open(page: Page, username = 'admin', at = '/directory/departments'): Promise<void> {
  await page.goto(`/login?to=${at}`);
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('garden-demo-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`**${at}`);
  await expect.poll(() => stored(page)).toMatchObject({ status: 'success', userData: { username } });
  await page.evaluate(bundle);
}

const stored = (page: Page) =>
  page.evaluate(
    () =>
      JSON.parse(localStorage.getItem('session') ?? 'null') as {
        status: string;
        token: string;
        userData: { username: string; permissions: object[] };
      } | null,
  );
const status = (page: Page) => page.evaluate(() => window.client.session.get().status);

test('the first page after the sign-in form gets the token by the cookie, once, and every page keeps it', async ({
  page,
}) => {
  const asked: string[] = [];
  // The bell looks for news by itself.
  const byClient = (request: Request) => request.url().includes('/api/') && !request.headers()['x-background'];
  page.on(
    'request',
    (request) =>
      byClient(request) &&
      asked.push(
        `${request.method()} ${new URL(request.url()).pathname} ${request.headers()['authorization'] ? 'with token' : 'without'}`,
      ),
  );
  await open(page);
  expect(await status(page)).toBe('success');
  const { userData } = (await stored(page))!;
  expect(userData.permissions).toContainEqual(expect.objectContaining({ subject: 'Department', action: 'read' }));
  const first = await page.evaluate(() => window.client.api<{ total: number }>('/directory/departments'));
  expect(first.total).toBeGreaterThan(0);
  await page.reload();
  await page.evaluate(bundle);
  expect(await status(page)).toBe('success');
  await page.evaluate(() => window.client.api('/directory/departments'));
  expect(asked).toEqual([
    'POST /api/refresh-token without',
    'GET /api/directory/departments with token',
    'GET /api/directory/departments with token',
  ]);
});

test('after a 401 it waits a second, refreshes once for all that wait, and tries once more', async ({ page }) => {
  await open(page);
  await page.evaluate(() => window.client.api('/directory/departments'));
  await page.evaluate(() => window.client.session.set({ ...window.client.session.get(), token: 'spoilt' }));
  await page.evaluate(() => localStorage.setItem('session', JSON.stringify(window.client.session.get())));
  let refreshed = 0;
  page.on('request', (request) => (refreshed += Number(request.url().endsWith('/api/refresh-token'))));
  const began = Date.now();
  const totals = await page.evaluate(() =>
    Promise.all([
      window.client.api<{ total: number }>('/directory/departments'),
      window.client.api<{ total: number }>('/directory/teams'),
      window.client.api<{ total: number }>('/directory/addresses'),
    ]).then((lists) => lists.map(({ total }) => typeof total)),
  );
  expect(totals).toEqual(['number', 'number', 'number']);
  expect(Date.now() - began).toBeGreaterThanOrEqual(1_000);
  expect(refreshed).toBe(1);
});

test('two tabs that need a new token at the same moment ask for one each, and neither is signed out', async ({
  page,
  context,
}) => {
  await open(page);
  const other = await context.newPage();
  await other.goto('/directory/teams');
  await other.evaluate(bundle);
  for (const tab of [page, other])
    await tab.evaluate(() => {
      localStorage.removeItem('session');
      window.client.session.set({ status: 'empty', token: null, userData: null });
    });
  const both = await Promise.all(
    [page, other].map((tab) =>
      tab.evaluate(() => window.client.api<{ total: number }>('/directory/departments').then(({ total }) => total > 0)),
    ),
  );
  expect(both).toEqual([true, true]);
  expect(await status(page)).toBe('success');
});

test('when the refresh fails too, it signs out and leads back here', async ({ page, context }) => {
  await open(page);
  await page.evaluate(() => window.client.api('/directory/departments'));
  await context.clearCookies();
  await page.evaluate(() => {
    localStorage.setItem('session', JSON.stringify({ ...window.client.session.get(), token: 'spoilt' }));
    window.client.session.set({ ...window.client.session.get(), token: 'spoilt' });
  });
  void page.evaluate(() => window.client.api('/directory/departments')).catch(() => {});
  await page.waitForURL('/login?to=%2Fdirectory%2Fdepartments');
  expect(await stored(page)).toBeNull();
});

test('a refresh that got no response says so, and the session goes on', async ({ page }) => {
  await open(page);
  await page.evaluate(() => window.client.api('/directory/departments'));
  await page.evaluate(() => window.client.session.set({ ...window.client.session.get(), token: null }));
  await page.evaluate(() => localStorage.removeItem('session'));
  await page.route('**/api/refresh-token', (route) => route.abort());
  const gone = await page.evaluate(() =>
    window.client.api('/directory/departments').catch((error) => ({ ...error, message: error.message })),
  );
  expect(gone).toMatchObject({ status: 0, code: 'unreachable' });
  await page.unroute('**/api/refresh-token');
  const after = await page.evaluate(() => window.client.api<{ total: number }>('/directory/departments'));
  expect(after.total).toBeGreaterThan(0);
  expect(new URL(page.url()).pathname).toBe('/directory/departments');
});

test('a newer request to the same URL drops the earlier one without a word; the exempt ones run beside each other', async ({
  page,
}) => {
  await open(page);
  await page.evaluate(() => window.client.api('/directory/departments'));
  await page.route(/\/api\/(directory\/teams|budgeting\/cost-center|slow)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.fulfill({ json: { items: [] } }).catch(() => {});
  });
  const outcome = await page.evaluate(async () => {
    const { api } = window.client;
    const told: string[] = [];
    const note = (name: string, asked: Promise<unknown>) =>
      asked.then(
        () => told.push(`${name} answered`),
        () => told.push(`${name} failed`),
      );
    void note('first', api('/directory/teams', { query: { page: 2 } }));
    void note('other page', api('/directory/teams', { query: { page: 3 } }));
    void note('change', api('/directory/teams', { method: 'POST', query: { page: 2 }, body: {} }));
    void note('budget one', api('/budgeting/cost-center'));
    void note('budget two', api('/budgeting/cost-center'));
    const aborted = new AbortController();
    void note('given up', api('/slow', { signal: aborted.signal }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    aborted.abort();
    void note('second', api('/directory/teams?page=2'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const loading = [document.documentElement.hasAttribute('data-loading')];
    await new Promise((resolve) => setTimeout(resolve, 800));
    return { told: told.toSorted(), loading: [...loading, document.documentElement.hasAttribute('data-loading')] };
  });
  expect(outcome.told).toEqual([
    'budget one answered',
    'budget two answered',
    'other page answered',
    'second answered',
  ]);
  expect(outcome.loading).toEqual([true, false]);
});

test('a refusal comes to whoever asked, with its code, its fields and a sentence', async ({ page }) => {
  await open(page);
  const refused = await page.evaluate(() =>
    window.client
      .api<ApiError>('/directory/departments', { method: 'POST', body: {} })
      .catch((error: ApiError) => ({ ...error, message: error.message })),
  );
  expect(refused).toMatchObject({
    name: 'ApiError',
    status: 422,
    code: 'invalid-input',
    message: 'Please correct the highlighted entries.',
  });
  expect(refused.errors.map(({ path }) => path)).toContain('name');
  await page.route('**/api/directory/teams', (route) => route.abort());
  const gone = await page.evaluate(() =>
    window.client.api('/directory/teams').catch((error) => ({ ...error, message: error.message })),
  );
  expect(gone).toMatchObject({
    status: 0,
    code: 'unreachable',
    message: 'Sorry something went wrong. Please refresh the page and try again.',
  });
  await page.route('**/api/directory/addresses', (route) =>
    route.fulfill({ status: 502, body: 'Bad gateway', contentType: 'text/html' }),
  );
  const proxy = await page.evaluate(() =>
    window.client.api('/directory/addresses').catch((error) => ({ ...error, message: error.message })),
  );
  expect(proxy).toMatchObject({
    status: 502,
    code: 'unexpected',
    message: 'Sorry something went wrong. Please refresh the page and try again.',
  });
});

test('login, image and logout change the stored session as the specification says', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(bundle);
  const wrong = await page.evaluate(() =>
    window.client
      .login({ username: 'admin', password: 'wrong', rememberMe: false })
      .catch((error) => error.code as string),
  );
  expect(wrong).toBe('wrong-credentials');
  expect(await page.evaluate(() => window.client.session.get())).toEqual({
    status: 'error',
    token: null,
    userData: null,
  });
  await page.evaluate(() => {
    window.settled = [];
    window.client.session.listen(({ status }) => window.settled.push(status));
  });
  await page.evaluate(() => window.client.login({ username: 'admin', password: 'garden-demo-2026', rememberMe: true }));
  expect(await page.evaluate(() => window.settled)).toEqual(['loading', 'success']);
  expect(await page.evaluate(() => localStorage.getItem('remember_me'))).toBe('true');
  await page.evaluate(() => window.client.replaceImages({ image: '/api/files/new.png', imageFileStorage: 'new.png' }));
  expect(await stored(page)).toMatchObject({
    userData: { image: '/api/files/new.png', imageFileStorage: 'new.png', signature: null },
  });
  await page.goto('/directory/teams');
  await page.evaluate(bundle);
  void page.evaluate(() => window.client.logout()).catch(() => {});
  await page.waitForURL('/login');
  expect(await stored(page)).toBeNull();
  await page.goto('/directory/teams');
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('a file goes to its signed address, and comes back with its address and name; a failure is null', async ({
  page,
}) => {
  await open(page);
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const sent = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const files = ['plaque.png', 'niche.png'].map((name) => new File([bytes], name, { type: 'image/png' }));
    return Promise.all(files.map((file) => window.client.upload(file)));
  }, png);
  for (const one of sent) {
    expect(one).toMatchObject({ upload: true });
    expect(one!.fileUrl).not.toContain('?');
    expect(one!.fileUrl.endsWith(one!.fileName)).toBe(true);
  }
  expect(sent.map((one) => one!.fileName).join()).toMatch(/plaque\.png,.*niche\.png$/);
  const failed = await page.evaluate(() =>
    window.client.upload(new File(['x'], 'virus.exe', { type: 'application/x-msdownload' })),
  );
  expect(failed).toBeNull();
});

test('an upload can be given up while the file is on its way, without a word', async ({ page }) => {
  await open(page);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  let isOnItsWay = () => {};
  const started = new Promise<void>((resolve) => (isOnItsWay = resolve));
  await page.route(/\/api\/files\//, () => isOnItsWay());
  const stopped = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
  await page.evaluate(() => {
    const stop = new AbortController();
    const file = new File(['%PDF-1.7'], 'quotation.pdf', { type: 'application/pdf' });
    Object.assign(window, { stop, sent: window.client.upload(file, { signal: stop.signal }) });
  });
  await started;
  const sent = await page.evaluate(() => {
    const { stop, sent } = window as unknown as { stop: AbortController; sent: Promise<unknown> };
    stop.abort();
    return sent;
  });
  expect(sent).toBeNull();
  expect((await stopped).failure()?.errorText).toBe('net::ERR_ABORTED');
  expect(said).toEqual([]);
  await expect(page.locator('html[data-loading]')).toHaveCount(0);
});

test('whatever a page asks of the API goes with the token, and is asked again when the token has run out', async ({
  page,
}) => {
  await open(page, 'admin', '/directory/teams/create');
  await page.evaluate(() => window.client.api('/directory/departments'));
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('session')!) as object;
    localStorage.setItem('session', JSON.stringify({ ...kept, token: 'spoilt' }));
  });
  const asked: { what: string; token: string | undefined; status: Promise<number | undefined> }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname === '/api/refresh-token') return;
    const status = request.response().then((response) => response?.status());
    asked.push({ what: `${request.method()} ${pathname}`, token: request.headers()['authorization'], status });
  });
  await page.reload();
  await page.keyboard.press('Control+k');
  const found = page.waitForResponse((answer) => answer.url().endsWith('/api/search?q=Gardens') && answer.ok());
  await page.getByRole('combobox', { name: 'Search everything' }).fill('Gardens');
  await found;
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.locator('#bell .bell-list')).not.toHaveAttribute('aria-busy');
  await page.keyboard.press('Escape');
  await page.locator('#name').fill('Night watch');
  await expect(page.locator('[data-draft-state][data-shown]')).toBeVisible();
  await page.request.delete('/api/drafts?place=/directory/teams/create');
  const answered = await Promise.all(asked.map(async ({ status, ...one }) => ({ ...one, status: await status })));
  const well = answered.filter(({ status }) => status === 200).map(({ what }) => what);
  expect(well).toEqual(
    expect.arrayContaining([
      'GET /api/search',
      'GET /api/search/commands',
      'GET /api/notifications/newest',
      'PUT /api/drafts',
    ]),
  );
  expect(answered.filter(({ token }) => !token?.startsWith('Bearer '))).toEqual([]);
  expect(answered.filter(({ status }) => status === 401).map(({ token }) => token)).toContain('Bearer spoilt');
});

test('an act that needs a proof leads to the question who it is and back to the page, with what was typed', async ({
  page,
}) => {
  await open(page, 'admin', '/directory/teams/create');
  await page.route('**/api/directory/roles', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'step-up-needed', detail: 'Please prove once more who you are.' }),
    }),
  );
  await page.locator('#name').fill('Night watch');
  void page.evaluate(() => window.client.api('/directory/roles', { method: 'POST', body: {} })).catch(() => {});
  await page.waitForURL((url) => url.pathname !== '/pages/confirm-identity' && url.searchParams.has('restore'));
  await expect(page.locator('#name')).toHaveValue('Night watch');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.locator('#name')).toHaveValue('');
});
