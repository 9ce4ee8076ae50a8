import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Browser, type Page } from '@playwright/test';
import pg from 'pg';
import { totpCodeOf, totpStepAt } from '#lib/access/second-factor/totp.server.ts';
import { runningEmbeddedPostgres } from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import { freePort } from '#tests/support/free-port.ts';
import { forgetSession } from '#tests/support/pages.ts';
import { startApp, type RunningApp } from '#tests/support/server.ts';
import { bytesOf } from './secret.ts';

/**
 * Second factors in a browser, with an authenticator of the browser's own in place of a finger. In an installation of its own,
 * where people may be given factors, and whose database is reached to let time pass.
 */
const PASSWORD = 'garden-demo-2026';
const SECURITY = '/pages/account-setting?tab=security';
let server: RunningApp;
let database: pg.Client;
const dataDir = mkdtempSync(join(tmpdir(), 'garden-factors-'));

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startApp(await freePort(), { DATA_DIR: dataDir });
  database = new pg.Client({ connectionString: runningEmbeddedPostgres(dataDir)!.url });
  await database.connect();
});
test.afterAll(async () => {
  await database?.end();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A page of somebody's own browser, with a finger on its sensor. */
async function browserOf(browser: Browser, more: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.origin,
    locale: 'en-SG',
    timezoneId: 'Asia/Singapore',
    viewport: { width: 1440, height: 900 },
    ...more,
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return page;
}

async function enterPassword(page: Page, username: string, at = '/login'): Promise<void> {
  await page.goto(at);
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in and leaves the sign-in page behind. */
async function enter(page: Page, username: string, at?: string): Promise<void> {
  await enterPassword(page, username, at);
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** Nobody is signed in in this browser, and it remembers no passkey. */
async function forgotten(page: Page): Promise<void> {
  await forgetSession(page);
  await page.evaluate(() => localStorage.clear());
}

/** Eleven minutes go by. */
const wait = () => database.query("update sessions set proved_at = now() - interval '11 minutes'");

async function looksRight(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations.map(({ id, nodes }) => `${page.url()} ${width} ${id} ${nodes[0]?.html}`)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
}

/** An app that has taken the key. What was used lies a minute back by then, so that nobody has to wait for the next code. */
function app(key: string) {
  const secret = bytesOf(key.replaceAll(' ', ''));
  return async (): Promise<string> => {
    await database.query('update authenticators set last_step = last_step - 2');
    return totpCodeOf(secret, totpStepAt(Date.now()));
  };
}

let cecilia: () => Promise<string>;
let recoveryCodes: string[];

test('Cecilia sets up an authenticator app and keeps her recovery codes', async ({ browser }) => {
  const page = await browserOf(browser);
  await enter(page, 'kitchen', `/login?to=${encodeURIComponent(SECURITY)}`);
  await looksRight(page);
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('img', { name: /QR code for the authenticator app/ })).toBeVisible();
  await looksRight(page);
  cecilia = app(await page.locator('.set-up-key').innerText());
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('Code from the app').fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Code from the app: This is not the code currently shown in the app.',
  );
  await looksRight(page);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('Code from the app').fill(await cecilia());
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  recoveryCodes = await page.locator('#recovery-codes code').allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  await looksRight(page);
  await page.getByRole('link', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  await expect(page.getByText(recoveryCodes[0]!)).toHaveCount(0);
  await page.context().close();
});

test('from then on she is asked for a code, and without script too', async ({ browser }) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await browserOf(browser, { javaScriptEnabled });
    await enterPassword(
      page,
      'kitchen',
      `${javaScriptEnabled ? '/login' : '/pages/authentication/login-v2'}?to=/directory/my-profile`,
    );
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step');
    if (javaScriptEnabled) await looksRight(page);
    await page.getByLabel('Code from the app').fill('123');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(
      'Code from the app: This is not the code currently shown in the app.',
    );
    await page.getByLabel('Code from the app').fill(await cecilia());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/directory/my-profile');
    await page.context().close();
  }
});

test('a recovery code lets her in once when the phone is not there', async ({ browser }) => {
  const page = await browserOf(browser, { javaScriptEnabled: false });
  for (const outcome of ['in', 'refused']) {
    await page.context().clearCookies();
    await enterPassword(page, 'kitchen', `/login?to=${encodeURIComponent(SECURITY)}`);
    await page.getByText('Use a recovery code instead').click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0]!);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    if (outcome === 'in') await expect(page.getByText('9 of 10 left')).toBeVisible();
    else await expect(page.getByRole('alert')).toContainText('This is not one of your unused recovery codes.');
  }
  await page.context().close();
});

test('the API asks for the second step with a challenge, and answers as signing in does', async ({ playwright }) => {
  const request = await playwright.request.newContext({ baseURL: server.origin });
  const first = await request.post('/api/login', {
    data: { username: 'kitchen', password: PASSWORD, rememberMe: true },
  });
  expect([first.status(), first.headers()['content-type'], first.headers()['set-cookie']]).toEqual([
    401,
    'application/problem+json; charset=utf-8',
    undefined,
  ]);
  const problem = await first.json();
  expect(problem).toMatchObject({ code: 'second-factor-needed', methods: ['code', 'recovery-code'], passkey: null });
  const wrong = await request.post('/api/login/second-factor', {
    data: { challenge: problem.challenge, code: '000000' },
  });
  expect([wrong.status(), (await wrong.json()).code]).toEqual([401, 'second-factor-wrong']);
  const second = await request.post('/api/login/second-factor', {
    data: { challenge: problem.challenge, code: await cecilia() },
  });
  expect([second.status(), Object.keys(await second.json()).toSorted()]).toEqual([200, ['accessToken', 'userData']]);
  expect((await request.get('/api/session/second-factor')).status()).toBe(200);
  const late = await request.post('/api/login/second-factor', {
    data: { challenge: problem.challenge, code: '000000' },
  });
  expect([late.status(), (await late.json()).code]).toEqual([401, 'sign-in-expired']);
  const others = await request.post('/api/login', { data: { username: 'auditor', password: PASSWORD } });
  expect([others.status(), Object.keys(await others.json()).toSorted()]).toEqual([200, ['accessToken', 'userData']]);
  await request.dispose();
});

let grace: Page;

test('Grace signs in with a passkey: with the button, at the user name, and as the second step', async ({
  browser,
}) => {
  const page = (grace = await browserOf(browser));
  await enter(page, 'counter', `/login?to=${encodeURIComponent(SECURITY)}`);
  await page.getByLabel('Name of the new passkey').fill('Counter tablet');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('The passkey “Counter tablet” has been added.')).toBeVisible();
  await page.getByRole('link', { name: 'I have saved them' }).click();
  await expect(page.getByText('not used yet')).toBeVisible();
  await looksRight(page);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('This device already has one of your passkeys.')).toBeVisible();

  await forgotten(page);
  await page.goto(`/login?to=${encodeURIComponent(SECURITY)}`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(SECURITY);
  await expect(page.getByText(/last used/)).toBeVisible();
  await expect(page.getByText(/, with passkey/)).toBeVisible();

  // The browser has used one here: it is offered at the user name, before anything is typed.
  await forgetSession(page);
  await page.goto('/login?to=/directory/my-profile');
  await expect(page).toHaveURL('/directory/my-profile');

  await forgotten(page);
  await enterPassword(page, 'counter');
  await expect(page.getByText('Please use one of your passkeys.')).toBeVisible();
  await looksRight(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
});

test('she renames it, proves herself with it, and takes it away again', async () => {
  const page = grace;
  await page.goto(SECURITY);
  await page.getByText('Rename', { exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Old tablet');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Old tablet', { exact: true })).toBeVisible();
  await wait();
  await page.getByRole('button', { name: 'Remove: Old tablet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please confirm your identity');
  await looksRight(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('The passkey has been removed.')).toBeVisible();
  await expect(page).toHaveURL(SECURITY);
  await forgotten(page);
  await enter(page, 'counter');
  await page.context().close();
});

test('a passkey that is added long after signing in keeps its name through the question who it is', async ({
  browser,
}) => {
  const page = await browserOf(browser);
  await enter(page, 'agency', `/login?to=${encodeURIComponent(SECURITY)}`);
  await wait();
  await page.getByLabel('Name of the new passkey').fill('Desk at the agency');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Identity confirmed. Please press “Add passkey” again.')).toBeVisible();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('The passkey “Desk at the agency” has been added.')).toBeVisible();
  await page.context().close();
});

test('Siti is asked who she is before a role changes, and nothing she typed is lost', async ({ browser }) => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await browserOf(browser, { javaScriptEnabled });
    await enter(page, 'admin', '/login?to=/directory/roles?q=DUTY-OFFICER');
    await page.getByRole('link', { name: 'DUTY-OFFICER', exact: true }).click();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('link', { name: 'Name and limits' }).click();
    await wait();
    const [words, limit] = javaScriptEnabled
      ? ['Keys, gates & “nights”', '1,200.00']
      : ['Keys and <gates>\nand nights', '900.00'];
    await page.getByLabel(/^Description/).fill(words);
    await page.getByLabel(/^Approves up to/).fill(limit);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please confirm your identity');
    await expect(page.getByText('What you entered has been saved and will be used afterwards.')).toBeVisible();
    if (javaScriptEnabled) await looksRight(page);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toContainText('This is not your current password.');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/show$/);
    await page.getByRole('link', { name: 'Name and limits' }).click();
    for (const line of words.split('\n')) await expect(page.getByText(line)).toBeVisible();
    await expect(page.getByText(limit, { exact: true })).toBeVisible();
    await page.context().close();
  }
});

test('she is asked before the approvers of a department change, and her rows are saved as she typed them', async ({
  browser,
}) => {
  for (const [javaScriptEnabled, limit] of [
    [true, '1,200.00'],
    [false, '900.00'],
  ] as const) {
    const page = await browserOf(browser, { javaScriptEnabled });
    await enter(page, 'admin', '/login?to=/directory/departments?q=OPS');
    await page.getByRole('link', { name: 'OPS', exact: true }).click();
    await page.getByRole('link', { name: 'Edit' }).click();
    await wait();
    await page.getByLabel('Up to, Approvers 1').fill(limit);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please confirm your identity');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/\/show$/);
    await page.goto(page.url().replace(/show$/, 'edit'));
    await expect(page.getByLabel('Up to, Approvers 1')).toHaveValue(limit);
    await page.context().close();
  }
});

test('what is wrong with the form itself is shown at its own address afterwards, with all that was typed', async ({
  browser,
}) => {
  const page = await browserOf(browser);
  await enter(page, 'admin', '/login?to=/directory/users?q=auditor');
  await page.getByRole('link', { name: 'Helen Goh' }).first().click();
  await page.getByRole('link', { name: 'Edit' }).click();
  const address = page.url();
  await wait();
  await page.getByLabel('Job title').fill('Chief auditor');
  await page.getByLabel('E-mail').fill('kitchen@garden.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('E-mail');
  await expect(page.getByLabel('Job title')).toHaveValue('Chief auditor');
  await expect(page.getByLabel('E-mail')).toHaveValue('kitchen@garden.example');
  expect(page.url()).toBe(address);
  await page.context().close();
});

test('the API says that a proof is needed, takes it, and lets the act through', async ({ playwright }) => {
  const request = await playwright.request.newContext({ baseURL: server.origin });
  const { accessToken } = await (
    await request.post('/api/login', { data: { username: 'admin', password: PASSWORD } })
  ).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const {
    items: [helen],
  } = await (await request.get('/api/directory/users?q=auditor', { headers })).json();
  const act = () =>
    request.post(`/api/directory/users/${helen.id}/password`, { headers, data: { password: 'one time only, please' } });
  await wait();
  const asked = await act();
  expect([asked.status(), (await asked.json()).code]).toEqual([403, 'step-up-needed']);
  const wrong = await request.post('/api/session/proof', { headers, data: { password: 'a guess' } });
  expect([wrong.status(), (await wrong.json()).errors]).toMatchObject([
    422,
    [{ path: 'password', code: 'wrong-password' }],
  ]);
  expect((await request.post('/api/session/proof', { headers, data: { password: PASSWORD } })).status()).toBe(204);
  expect((await act()).status()).toBe(204);
  await request.dispose();
});

test('a role that asks for a second factor leads Prakash to set one up, in the middle of his work', async ({
  browser,
  playwright,
}) => {
  const page = await browserOf(browser);
  await enter(page, 'stores', '/login?to=/purchasing/my-purchase-requests/all-my-requests');
  const own = await page.request.get('/api/purchasing/my-purchase-requests?type=all-my-requests');
  const print = `/purchase-request/download/prf/${(await own.json()).items[0].id}`;
  expect((await page.request.get(print)).status()).toBe(200);
  const siti = await playwright.request.newContext({ baseURL: server.origin });
  const { accessToken } = await (
    await siti.post('/api/login', { data: { username: 'admin', password: PASSWORD } })
  ).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const {
    items: [role],
  } = await (await siti.get('/api/directory/roles?q=STORE-KEEPER', { headers })).json();
  const changed = await siti.patch(`/api/directory/roles/${role.id}`, {
    headers,
    data: { version: role.version, requiresSecondFactor: true },
  });
  expect(changed.status()).toBe(200);

  await page.reload();
  await expect(page).toHaveURL(SECURITY);
  await expect(page.getByText(/Your role Store keeper requires a second factor/)).toBeVisible();
  await looksRight(page);
  for (const path of [
    '/purchasing/my-purchase-requests/all-my-requests',
    '/pages/account-setting',
    '/directory/my-profile',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL(SECURITY);
  }
  const refused = await page.request.get('/api/purchasing/my-purchase-requests');
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'second-factor-must-be-set-up']);
  expect((await page.request.get(print)).status()).toBe(404);

  await page.getByRole('button', { name: 'Set up' }).click();
  const prakash = app(await page.locator('.set-up-key').innerText());
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('Code from the app').fill(await prakash());
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('link', { name: 'I have saved them' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto(SECURITY);
  await page.getByRole('button', { name: 'Remove app' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove app' }).click();
  await expect(page.getByRole('alert')).toContainText('this is your last one');

  // Siti sees it, and takes it away when the phone is lost: his session ends.
  const office = await browserOf(browser);
  await enter(office, 'admin', `/login?to=/directory/roles/${role.id}/show?tab=people`);
  await looksRight(office);
  await office.getByRole('link', { name: 'Prakash Nair' }).click();
  await looksRight(office);
  await office.getByRole('button', { name: 'Reset second factor' }).click();
  await office.getByRole('dialog').getByRole('button', { name: 'Reset second factor' }).click();
  await expect(
    office.getByText('The second factor of Prakash Nair has been reset. All sessions have ended.'),
  ).toBeVisible();
  await expect(office.getByText('Not set up yet')).toBeVisible();
  await page.goto('/directory/my-profile');
  await expect(page).toHaveURL(/\/login/);
  await enter(page, 'stores');
  await expect(page).toHaveURL(SECURITY);
  for (const one of [page, office]) await one.context().close();
  await siti.dispose();
});
