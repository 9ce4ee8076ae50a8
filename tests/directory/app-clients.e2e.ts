import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { expectCalm, pick } from '#tests/support/pages.ts';

// Siti lets the payroll read departments in the name of Priya, who manages purchasing. The payroll is a program: it has no browser.
async function signIn(page: Page, username = 'admin') {
  const answer = await page.request.post('/api/login', {
    data: { username, password: 'garden-demo-2026', rememberMe: false },
  });
  return { authorization: `Bearer ${((await answer.json()) as { accessToken: string }).accessToken}` };
}

async function tokenOf(program: APIRequestContext, clientId: string, secret: string): Promise<string> {
  const answer = await program.post('/api/oauth/token', {
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    form: { grant_type: 'client_credentials' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function secretOn(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Save this secret now' })).toBeVisible();
  return page.locator('#new-secret').innerText();
}

const byToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const name = `Payroll ${Date.now().toString(36)}`;

test.describe.configure({ mode: 'serial' });

test('Siti makes an app client, and the payroll comes in with what she gave it and no more', async ({
  page,
  playwright,
  baseURL,
}) => {
  await signIn(page);
  const program = await playwright.request.newContext({ baseURL: baseURL! });
  await page.goto('/directory/app-clients');
  await expectCalm(page);
  await page.getByRole('link', { name: 'New app client' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Purpose').fill('Reads the addresses of suppliers every night.');
  await pick(page.getByLabel('Owner'), 'Priya Menon');
  await page.getByLabel('Department', { exact: true }).selectOption({ label: 'Purchasing' });
  await page.getByLabel('Teams: Read').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The owner does not have these rights: Teams: Read.').first()).toBeVisible();
  await expect(page.getByLabel('Purpose')).toHaveValue('Reads the addresses of suppliers every night.');
  await expect(page.getByLabel('Teams: Read')).toBeChecked();
  await expectCalm(page);
  await page.getByLabel('Teams: Read').uncheck();
  await page.getByLabel('Addresses: Read').check();
  await page.getByLabel('Addresses: Create').check();
  await page.getByRole('button', { name: 'Save' }).click();
  const secret = await secretOn(page);
  await expectCalm(page);
  const clientId = await page.locator('.new-secret code').first().innerText();
  await page.getByRole('link', { name: 'I have saved it' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);

  const token = await tokenOf(program, clientId, secret);
  expect((await program.get('/api/directory/addresses', byToken(token))).status()).toBe(200);
  expect((await program.get('/api/directory/teams', byToken(token))).status()).toBe(403);
  for (const path of ['/api/notifications', '/api/session', '/api/approvals', '/api/views', '/api/directory/users'])
    expect([path, (await program.get(path, byToken(token))).status()]).toEqual([
      path,
      path === '/api/views' ? 405 : 403,
    ]);
  expect((await program.get('/api/directory/addresses', byToken(token))).headers()).toMatchObject({
    'cache-control': 'no-store',
    'ratelimit-policy': '"minute";q=60;w=60',
  });
  expect(
    (await program.get('/directory/addresses', { ...byToken(token), maxRedirects: 0 })).headers()['location'],
  ).toContain('/login');
  expect((await program.get(`/api/directory/addresses?access_token=${token}`)).status()).toBe(401);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Latest calls' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'GET /api/directory/addresses' }).first()).toBeVisible();
  await expectCalm(page);

  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByLabel('Hours until the old secret expires').fill('200');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await expect(page.getByText('Please enter 168 or less.')).toBeVisible();
  await page.getByLabel('Hours until the old secret expires').fill('1');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  const next = await secretOn(page);
  expect(next).not.toBe(secret);
  for (const one of [secret, next]) await tokenOf(program, clientId, one);
  await page.getByRole('link', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: `Revoke: …${secret.slice(-4)}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('The secret and all tokens issued with it have been revoked.')).toBeVisible();
  expect((await program.get('/api/directory/addresses', byToken(token))).status()).toBe(401);

  const fresh = await tokenOf(program, clientId, next);
  await page.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('its tokens no longer work')).toBeVisible();
  const refused = await program.get('/api/directory/addresses', byToken(fresh));
  expect(refused.status()).toBe(401);
  expect(refused.headers()['www-authenticate']).toBe('Bearer realm="api", error="invalid_token"');
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`“${name}” can use the API again.`)).toBeVisible();
  expect((await program.get('/api/directory/addresses', byToken(fresh))).status()).toBe(200);
  await program.dispose();
});

test('a token stands alone: no cookie helps it, no other site’s page hinders it, and its owner takes it along', async ({
  page,
  playwright,
  baseURL,
}) => {
  const headers = await signIn(page);
  const [department] = (
    (await (await page.request.get('/api/directory/departments?q=purchasing', { headers })).json()) as any
  ).items;
  const [priya] = ((await (await page.request.get('/api/directory/users?q=priya', { headers })).json()) as any).items;
  const made = await (
    await page.request.post('/api/directory/app-clients', {
      headers,
      data: {
        name: `${name} too`,
        description: 'Keeps addresses.',
        ownerUserId: priya.id,
        departmentId: department.id,
        environment: 'live',
        scopes: ['Address:read', 'Address:create'],
        requestsPerMinute: 60,
        tokenMinutes: 15,
      },
    })
  ).json();
  const program = await playwright.request.newContext({ baseURL: baseURL! });
  const token = await tokenOf(program, made.clientId, made.secret);
  // Siti's cookie goes along, and neither her rights nor her session count.
  expect((await page.request.get('/api/directory/users', byToken(token))).status()).toBe(403);
  await page.request.get('/directory/addresses', byToken(token));
  const address = {
    label: `Gate ${Date.now().toString(36)}`,
    kind: 'site',
    street: 'Lim Chu Kang Lane',
    postalCode: '718847',
    country: 'Singapore',
  };
  const elsewhere = { ...byToken(token).headers, origin: 'https://elsewhere.example' };
  const posted = await program.post('/api/directory/addresses', { headers: elsewhere, data: address });
  expect(posted.status(), await posted.text()).toBe(201);
  expect(
    (
      await page.request.post('/api/directory/addresses', {
        headers: { origin: 'https://elsewhere.example' },
        data: address,
      })
    ).status(),
  ).toBe(403);

  await page.goto('/directory/activity-log?event=address.created');
  await expect(page.getByText(`${name} too`).first()).toBeVisible();

  const { version } = await (await page.request.get(`/api/directory/users/${priya.id}`, { headers })).json();
  const suspended = await page.request.post(`/api/directory/users/${priya.id}/suspension`, {
    headers,
    data: { version, reason: 'On leave.' },
  });
  expect(suspended.status(), await suspended.text()).toBe(200);
  expect((await program.get('/api/directory/addresses', byToken(token))).status()).toBe(401);
  const now = await (await page.request.get(`/api/directory/users/${priya.id}`, { headers })).json();
  const back = await page.request.delete(`/api/directory/users/${priya.id}/suspension`, {
    headers,
    data: { version: now.version, rightsReviewed: true, reason: 'Back again.' },
  });
  expect(back.status(), await back.text()).toBe(200);
  expect((await program.get('/api/directory/addresses', byToken(token))).status()).toBe(200);
  await program.dispose();
});

test('the API can be read by whoever is signed in, searched without a script, and by nobody else', async ({
  browser,
  page,
}) => {
  await page.goto('/api/docs');
  await expect(page).toHaveURL(/\/login\?to=/);
  await signIn(page, 'requester');
  const plain = await (
    await browser.newContext({ javaScriptEnabled: false, storageState: await page.context().storageState() })
  ).newPage();
  await plain.goto('/api/docs');
  await plain.getByRole('searchbox', { name: 'Address, record or right' }).fill('Team:create');
  await plain.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(plain.getByText('1 call matches.')).toBeVisible();
  await expect(plain.getByText('/api/directory/teams').first()).toBeVisible();
  await plain.context().close();
  await page.goto('/api/docs');
  await page.getByText('/api/directory/teams/{id}').first().click();
  await expectCalm(page);
  for (const path of ['/directory/app-clients', '/directory/app-clients/create']) {
    await page.goto(path);
    await expect(page).toHaveURL('/not-authorized');
  }
});

test('the screens fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.goto(`/directory/app-clients?q=${encodeURIComponent(name)}`);
  await expectCalm(page);
  await page.getByRole('link', { name, exact: true }).click();
  await expectCalm(page);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.waitForURL(/edit/);
  // At its end, where the bar with the button lies on nothing of the form.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expectCalm(page);
  await page.goto('/api/docs');
  await page.getByText('/api/directory/teams/{id}').first().click();
  await expectCalm(page);
});
