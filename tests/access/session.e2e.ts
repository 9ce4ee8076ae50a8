import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page, type Route } from '@playwright/test';
import { enterAsColleague, forgetSession } from '#tests/support/pages.ts';

const PASSWORD = 'garden-demo-2026';
const MINUTE = 60_000;

async function enter(page: Page, username: string, more: { remember?: boolean; at?: string } = {}): Promise<void> {
  await page.goto(more.at ?? '/login');
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  if (more.remember) await page.getByLabel('Keep me signed in').check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

const path = (page: Page) => new URL(page.url()).pathname;

test('Hannah signs in, is told kindly when the password is wrong, and signs out', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Username or e-mail').fill('requester');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Email or Password is Invalid');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByLabel('Username or e-mail')).toHaveValue('requester');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');

  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/login');
  expect(path(page)).toBe('/dashboard');
  await page.getByRole('button', { name: 'Hannah Lim account' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull();
  await page.goto('/purchasing/my-purchase-requests/all-my-requests');
  await expect(page).toHaveURL('/login?to=%2Fpurchasing%2Fmy-purchase-requests%2Fall-my-requests');
});

test('a link leads to its page after signing in, and to no other site', async ({ page, baseURL }) => {
  await enter(page, 'admin', { at: '/login?to=/directory/departments?page=1' });
  expect(page.url()).toBe(`${baseURL}/directory/departments?page=1`);
  for (const evil of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
  ]) {
    await forgetSession(page);
    await enter(page, 'admin', { at: `/login?to=${encodeURIComponent(evil)}` });
    expect(new URL(page.url()).origin).toBe(baseURL);
  }
});

test('the language is chosen before signing in, and stored in the profile after', async ({ page }) => {
  const { username, password } = await enterAsColleague(page, 'AUDITOR', 'en');
  await page.context().clearCookies();
  await page.goto('/login?to=/directory/departments');
  await page.getByRole('button', { name: 'Français' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connexion');
  await expect(page).toHaveURL('/login?to=/directory/departments');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.getByLabel('Nom d’utilisateur ou e-mail').fill(username);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await page.waitForURL('/directory/departments');
  // The profile goes before the cookie, until the person says otherwise.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-SG');
  await page.evaluate(() =>
    fetch('/api/language', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"language":"pt"}',
    }),
  );
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-PT');
});

test('two minutes before the session ends it asks, and stays when told so', async ({ page }) => {
  await page.clock.install();
  await enter(page, 'admin', { at: '/login?to=/directory/departments' });
  const dialog = page.getByRole('dialog', { name: /You will be signed out in/ });
  await page.clock.runFor(27 * MINUTE);
  await expect(dialog).toBeHidden();
  await page.clock.runFor(MINUTE + 1_000);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('heading')).toHaveText(/You will be signed out in 1:5\d|2:00/);
  await expect(dialog.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  const told = page.waitForResponse('/api/session/activity');
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  expect((await told).status()).toBe(200);
  await expect(dialog).toBeHidden();
  await page.clock.runFor(27 * MINUTE);
  await expect(dialog).toBeHidden();
  await page.mouse.move(300, 300);
  await page.clock.runFor(20 * MINUTE);
  await expect(dialog).toBeHidden();
});

test('what was typed is there again after the session has ended by itself', async ({ page }) => {
  await page.clock.install();
  await enter(page, 'admin', { at: '/login?to=/directory/departments/create' });
  await page.locator('#name').fill('Night watch');
  await page.clock.runFor(29 * MINUTE);
  await expect(page.getByRole('dialog').getByText(/saved as a draft, \d\d:\d\d[ap]m/)).toBeVisible();
  await page.clock.runFor(2 * MINUTE);
  await page.waitForURL(/\/login\?reason=idle&to=/);
  await expect(page.getByText('You were signed out after 30 minutes of inactivity.')).toBeVisible();
  await page.getByLabel('Username or e-mail').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/directory\/departments\/create/);
  await expect(page.locator('#name')).toHaveValue('Night watch');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.locator('#name')).toHaveValue('');
});

test('the countdown is read out three times, not every second', async ({ page }) => {
  await page.clock.install();
  await enter(page, 'admin', { at: '/login?to=/directory/departments' });
  await page.clock.runFor(28 * MINUTE);
  const said: string[] = [];
  const announcement = page.locator('[data-announce]');
  for (let seconds = 0; seconds < 115; seconds += 5) {
    await page.clock.runFor(5_000);
    const text = (await announcement.textContent())!;
    if (text && text !== said.at(-1)) said.push(text);
  }
  expect(said.slice(-2)).toEqual(['You will be signed out in 1:00', 'You will be signed out in 0:15']);
  expect(said.length).toBeLessThanOrEqual(3);
});

test('a remembered session is not asked and does not end', async ({ page }) => {
  await page.clock.install();
  await enter(page, 'admin', { remember: true, at: '/login?to=/directory/departments' });
  expect(await page.evaluate(() => localStorage.getItem('remember_me'))).toBe('true');
  await page.clock.runFor(120 * MINUTE);
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(path(page)).toBe('/directory/departments');
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'garden_session');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  expect(cookie!.expires).toBeGreaterThan(Date.now() / 1_000 + 29 * 86_400);
});

test('signing out in one tab leaves the pages of the others', async ({ page, context }) => {
  await enter(page, 'admin', { at: '/login?to=/directory/departments' });
  const other = await context.newPage();
  await other.goto('/directory/teams');
  await page.getByRole('button', { name: / account$/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('/login');
  await other.waitForURL('/login?to=%2Fdirectory%2Fteams');
});

for (const [why, fails] of [
  ['the server fails', (route: Route) => route.fulfill({ status: 500, body: 'Internal error' })],
  ['nothing answers', (route: Route) => route.abort()],
] as const) {
  test(`who signs out is signed out when ${why}, and the server is told with the next request`, async ({ page }) => {
    await enter(page, 'admin', { remember: true, at: '/login?to=/directory/departments' });
    await expect.poll(() => page.evaluate(() => localStorage.getItem('session'))).toContain('success');
    const before = await page.context().cookies();
    await page.route('**/api/logout', fails);
    await page.getByRole('button', { name: / account$/ }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(path(page)).toBe('/login');
    expect(
      await page.evaluate(() => ['session', 'remember_me', 'last-activity'].filter((key) => localStorage.getItem(key))),
    ).toEqual([]);
    const names = (await page.context().cookies()).map(({ name }) => name);
    expect(names).not.toContain('garden_session');
    expect(names).not.toContain('signed-out');
    // The session itself has ended: who kept its cookie is not let in.
    await page.context().addCookies(before);
    await page.goto('/directory/departments');
    expect(path(page)).toBe('/login');
    await enter(page, 'admin', { at: '/login?to=/directory/departments' });
    await page.reload();
    expect(path(page)).toBe('/directory/departments');
  });
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('signing in, asking for an account and for a new password work', async ({ page }) => {
    await page.goto('/register');
    await page.getByLabel('Full name').fill('Rosa Lim');
    await page.getByLabel('E-mail').fill('not an address');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([
      'Preferred username: Please enter your username.',
      /^E-mail: Please enter an e-mail address/,
      'What you need the account for: Please fill in this field.',
    ]);
    await expect(page.getByLabel('Full name')).toHaveValue('Rosa Lim');
    await expect(page.getByLabel('E-mail')).toHaveValue('not an address');
    await page.getByLabel('Preferred username').fill('rosa.lim');
    await page.getByLabel('E-mail').fill('rosa@garden.example');
    await page.getByLabel('What you need the account for').fill('Customer care, counter');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you');

    await page.goto('/forgot-password');
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('alert')).toContainText('E-mail: Please enter your email.');
    await page.getByLabel('E-mail').fill('nobody-of-ours@garden.example');
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please check your e-mail');

    await enter(page, 'requester');
    expect(path(page)).toBe('/dashboard');
  });
});

test('a link that is not good is 404 and says what can be done', async ({ page }) => {
  const answer = await page.goto('/reset-password/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  expect(answer?.status()).toBe(404);
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

const VARIANTS = ['login', 'register', 'forgot-password', 'reset-password'].flatMap((name) => [
  `${name}-v1`,
  `${name}-v2`,
]);

test('the variants of these pages are the same working forms, and there are no others', async ({ page }) => {
  for (const variant of VARIANTS)
    expect((await page.goto(`/pages/authentication/${variant}`))?.status(), variant).toBe(200);
  for (const variant of ['login-v3', 'login', 'logout-v1', 'constructor-v1'])
    expect((await page.goto(`/pages/authentication/${variant}`))?.status(), variant).toBe(404);
  await page.goto('/pages/authentication/reset-password-v1');
  await page.getByLabel('Code from the link').fill('wrong');
  await page.getByLabel('New password', { exact: true }).fill('a long enough password');
  await page.getByLabel('Repeat new password').fill('a long enough password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert')).toContainText('Code from the link: This link is not valid or has expired.');
  await page.goto('/pages/authentication/login-v2');
  await page.getByLabel('Username or e-mail').fill('requester');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/pages/authentication/register-v1');
  expect(path(page)).toBe('/dashboard');
});

for (const width of [1440, 390]) {
  test(`these pages are open to everybody's eyes and hands at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const address of [
      '/login?reason=idle',
      '/register',
      '/forgot-password',
      '/forgot-password?sent',
      '/reset-password/wrong',
      '/pages/authentication/login-v2',
      '/pages/authentication/reset-password-v1',
    ]) {
      await page.goto(address);
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(violations.map(({ id, nodes }) => `${address} ${id} ${nodes[0]?.html}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBeLessThanOrEqual(
        0,
      );
    }
  });
}

test('another site can neither sign somebody in nor out', async ({ request }) => {
  for (const address of [
    '/api/login',
    '/api/logout',
    '/api/refresh-token',
    '/api/session/activity',
    '/api/language',
    '/login',
    '/register',
  ]) {
    for (const [type, data] of [
      ['application/json', '{}'],
      ['application/x-www-form-urlencoded', 'username=a'],
      ['text/plain', '{}'],
    ] as const) {
      const answer = await request.post(address, {
        headers: { origin: 'https://evil.example', 'content-type': type },
        data,
        maxRedirects: 0,
      });
      expect([403, 303], `${address} ${type} ${answer.status()}`).toContain(answer.status());
      if (answer.status() === 303) expect(answer.headers()['location']).toBe('/not-authorized');
    }
  }
});
