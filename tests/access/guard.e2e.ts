import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type APIRequestContext, type APIResponse, type PlaywrightWorkerArgs } from '@playwright/test';
import { freePort } from '#tests/support/free-port.ts';
import { NOWHERE } from '#tests/support/routes.ts';
import { startApp, type RunningApp } from '#tests/support/server.ts';
import { moveIn } from '#tests/support/moved-in.ts';
import { startSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts';

/**
 * The navigation guard of the specification (section 4), in an installation of its own with a mail server, where people may be
 * changed: who comes where, and what becomes of invitations, one-time passwords and suspensions.
 */
const PASSWORD = 'garden-demo-2026';
type Playwright = PlaywrightWorkerArgs['playwright'];
let app: RunningApp;
let smtp: SmtpServer;
let siti: APIRequestContext;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(120_000);
  smtp = await startSmtpServer();
  app = await startApp(await freePort(), { SMTP_URL: smtp.url });
  await moveIn(app);
  siti = await signedIn(playwright, 'admin');
});
test.afterAll(async () => {
  await app?.stop();
  await smtp?.close();
});

const visitor = (playwright: Playwright) => playwright.request.newContext({ baseURL: app.origin });
async function signedIn(playwright: Playwright, username: string, password = PASSWORD): Promise<APIRequestContext> {
  const context = await visitor(playwright);
  const answer = await context.post('/api/login', { data: { username, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  return context;
}
const go = async (who: APIRequestContext, path: string) => wayOf(await who.get(path, { maxRedirects: 0 }));
const wayOf = (answer: APIResponse) => (answer.status() === 303 ? answer.headers()['location'] : answer.status());

/** The path byte by byte as an attacker would write it, which browsers and their like would tidy up. */
function asWritten(path: string, cookie: string): Promise<{ status: number; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.origin);
    get({ hostname, port, path, headers: { cookie } }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode!, location: answer.headers.location });
    }).on('error', reject);
  });
}

async function personNamed(username: string) {
  const { items } = (await (await siti.get(`/api/directory/users?q=${username}@&perPage=100`)).json()) as {
    items: { id: string; version: number; username: string; email: string }[];
  };
  return items.find((person) => person.username === username)!;
}
async function change(username: string, more: object) {
  const { id, version } = await personNamed(username);
  const answer = await siti.patch(`/api/directory/users/${id}`, { data: { version, ...more } });
  expect(answer.status(), await answer.text()).toBe(200);
}
async function linkMailedTo(address: string): Promise<string> {
  // Long lines of a mail are folded with '='.
  const link = () =>
    smtp.messages
      .map((message) => message.replaceAll('=\r\n', ''))
      .filter((message) => message.includes(`To: ${address}`))
      .map((message) => /\/reset-password\/[\w-]+/.exec(message)?.[0])
      .findLast(Boolean);
  await expect.poll(link, { timeout: 10_000 }).toBeTruthy();
  return link()!;
}

test('signed out, the root and every page of the staff lead to sign-in, and public pages are open', async ({
  playwright,
}) => {
  const nobody = await visitor(playwright);
  expect(await go(nobody, '/')).toBe('/login');
  expect(await go(nobody, '/directory/users?page=2&sort=-fullName')).toBe(
    `/login?to=${encodeURIComponent('/directory/users?page=2&sort=-fullName')}`,
  );
  for (const path of ['/login', '/register', '/forgot-password', '/not-authorized'])
    expect(await go(nobody, path), path).toBe(200);
  expect((await nobody.get('/api/directory/users')).status()).toBe(401);
});

test('an unknown address leads to the page of wrong ones, which is a 404, once and nowhere else', async ({
  playwright,
}) => {
  const nobody = await visitor(playwright);
  for (const who of [nobody, siti]) {
    expect(await go(who, '/page-not-found')).toBe(404);
    for (const path of [
      '/nowhere',
      '/directory/nowhere',
      '/404',
      '/.env',
      '/nowhere?to=//evil.example',
      '/dashboard/x',
    ])
      expect(await go(who, path), path).toBe('/page-not-found');
    for (const path of ['/de/nowhere', '/de/directory/users'])
      expect(await go(who, path), path).toBe('/de/page-not-found');
    expect(await go(who, '/de/page-not-found')).toBe(404);
    for (const path of ['/pages/authentication/login-v3', '/pages/authentication/constructor-v1'])
      expect(await go(nobody, path), path).toBe('/page-not-found');
    expect(wayOf(await who.post('/nowhere', { form: { to: '/' }, maxRedirects: 0 }))).toBe('/page-not-found');
    // The way ends there, however it is asked for.
    for (const method of ['HEAD', 'GET', 'POST']) {
      const answer = await who.fetch('/page-not-found', { method, maxRedirects: 0 });
      expect([method, wayOf(answer)]).toEqual([method, 404]);
    }
    expect(await go(who, '/_astro/gone.js')).toBe(404);
  }
  expect(await (await nobody.get('/nowhere')).text()).toContain('Page not found');
});

test('a folder or a label that there is none of is an unknown address; in the API any 404', async () => {
  for (const path of ['/apps/email/nowhere', '/apps/email/inbox', '/apps/email/label/nowhere', '/apps/email/label'])
    expect(await go(siti, path), path).toBe('/page-not-found');
  for (const path of ['/apps/email/sent', '/apps/email/label/private']) expect(await go(siti, path), path).toBe(200);
  for (const path of ['/api/apps/email/nowhere', '/api/nowhere', '/api/de/nowhere']) {
    const answer = await siti.get(path, { maxRedirects: 0 });
    expect([path, answer.status(), answer.headers()['content-type']]).toEqual([
      path,
      404,
      'application/problem+json; charset=utf-8',
    ]);
    expect((await answer.json()).code).toBe('not-found');
  }
});

test('a wrong link, and a record out of reach, are said where they were asked for', async ({ playwright }) => {
  const links = ['/reset-password/wrong', '/verify/0000-0000-0000', '/decide/wrong', '/unsubscribe/wrong'];
  const records = [`/directory/teams/${NOWHERE}/show`, '/directory/teams/not-an-id/show', '/settings/nothing/show'];
  const nobody = await visitor(playwright);
  for (const path of links) expect(await go(nobody, path), path).toBe(404);
  for (const path of records) expect(await go(siti, path), path).toBe(404);
});

test('a person without rights comes to the mailbox, and is told at the dashboard what is open instead', async ({
  playwright,
}) => {
  const adam = await signedIn(playwright, 'nobody');
  expect(await go(adam, '/')).toBe('/apps/email');
  expect(await go(adam, '/dashboard')).toBe('/not-authorized');
  const told = await (await adam.get('/dashboard')).text();
  const open = [...told.matchAll(/<a class="link" href="([^"]+)"/g)].map(([, path]) => path!);
  expect(open).toEqual(['/apps/email', '/approvals', '/directory/my-profile']);
  for (const path of open) expect(await go(adam, path), path).toBe(200);
  expect(told).toContain('You can open these pages:');
  // Whoever is not signed in is told nothing of the kind.
  expect(await (await (await visitor(playwright)).get('/not-authorized')).text()).not.toContain(
    '/directory/my-profile',
  );
  for (const path of [
    '/directory/my-profile',
    '/directory/my-profile/update',
    '/directory/my-profile/change-password',
    '/not-authorized',
  ])
    expect(await go(adam, path), path).toBe(200);
  for (const path of ['/directory/users', '/directory/roles/create', '/purchasing/purchase-requests/all-requests'])
    expect(await go(adam, path), path).toBe('/not-authorized');
  for (const path of ['/login', '/register', '/forgot-password', '/reset-password/x', '/pages/authentication/login-v1'])
    expect(await go(adam, path), path).toBe('/apps/email');
  expect((await adam.get('/api/directory/users')).status()).toBe(403);
});

test('an address cannot be written in a way that gets past the guard', async ({ playwright }) => {
  const adam = await signedIn(playwright, 'nobody');
  const { cookies } = await adam.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const written = [
    '//directory/users',
    '/directory//users',
    '/directory/users/',
    '/directory/%75sers',
    '/Directory/Users',
    '/directory/users;x',
    '/directory/./users',
    '/directory\\users',
    '/directory/users%00',
    '/x/../directory/users',
    '/directory/users?x=/login',
    '/login/../directory/users',
    '/de/directory/users',
  ];
  for (const path of written) {
    const { status, location } = await asWritten(path, cookie);
    expect([301, 303, 307, 308, 400, 404], `${path} ${status}`).toContain(status);
    // A redirect stays on this site, and ends at a page that refuses as well.
    if (location)
      expect(
        ['/not-authorized', '/directory/users', '/dashboard', '/page-not-found', '/de/page-not-found'],
        `${path} ${location}`,
      ).toContain(location);
  }
  expect((await adam.fetch('/directory/users', { method: 'HEAD', maxRedirects: 0 })).status()).toBe(303);
  expect(wayOf(await adam.post('/directory/departments/create', { form: { name: 'x' }, maxRedirects: 0 }))).toBe(
    '/not-authorized',
  );
  expect((await adam.fetch('/api/login', { method: 'PUT', data: {} })).status()).toBe(405);
});

test('the personal redirect address is where a person begins, as long as it is open to them', async ({
  playwright,
}) => {
  const begins = async () => go(await signedIn(playwright, 'requester'), '/');
  const own = '/dashboard';
  expect(await begins()).toBe(own);
  await change('requester', { personalRedirect: '/directory/my-profile/update?tab=1' });
  expect(await begins()).toBe('/directory/my-profile/update?tab=1');
  // Hannah may not see the users: the rights count on the day, whatever was entered.
  await change('requester', { personalRedirect: '/directory/users' });
  expect(await begins()).toBe(own);
  const { id, version } = await personNamed('requester');
  for (const wrong of ['//evil.example', '/.//evil.example', 'https://evil.example', '/nowhere']) {
    expect(
      (await siti.patch(`/api/directory/users/${id}`, { data: { version, personalRedirect: wrong } })).status(),
      wrong,
    ).toBe(422);
  }
  await change('requester', { personalRedirect: null });
});

test('who asks for the dashboard without the right to it is led to the own address, if there is one', async ({
  playwright,
}) => {
  const adam = await signedIn(playwright, 'nobody');
  expect(await go(adam, '/dashboard')).toBe('/not-authorized');
  await change('nobody', { personalRedirect: '/directory/my-profile/update' });
  expect(await go(adam, '/dashboard')).toBe('/directory/my-profile/update');
  await change('nobody', { personalRedirect: null });
});

test('a one-time password opens nothing but the page that changes it', async ({ playwright }) => {
  const before = await signedIn(playwright, 'duty');
  const own = (await (await before.get('/api/purchasing/my-purchase-requests')).json()).items[0].id as string;
  const { id } = await personNamed('duty');
  const given = await siti.post(`/api/directory/users/${id}/password`, { data: { password: 'good for one time' } });
  expect(given.ok(), await given.text()).toBe(true);
  expect((await before.get('/api/session')).status()).toBe(401);
  expect((await before.post('/api/login', { data: { username: 'duty', password: PASSWORD } })).status()).toBe(401);
  const idris = await signedIn(playwright, 'duty', 'good for one time');
  expect((await idris.get(`/purchase-request/download/prf/${own}`)).status()).toBe(404);
  for (const path of ['/purchasing/my-purchase-requests/all-my-requests', '/directory/my-profile'])
    expect(await go(idris, path), path).toBe('/directory/my-profile/change-password');
  expect((await idris.get('/api/purchasing/my-purchase-requests')).status()).toBe(403);
  const form = {
    currentPassword: 'good for one time',
    password: 'lotus and still water',
    passwordRepeat: 'lotus and still water',
  };
  expect(wayOf(await idris.post('/directory/my-profile/change-password', { form, maxRedirects: 0 }))).toBe(
    '/directory/my-profile',
  );
  expect(await go(idris, '/purchasing/my-purchase-requests/all-my-requests')).toBe(200);
  expect((await idris.get('/api/purchasing/my-purchase-requests')).status()).toBe(200);
  expect((await idris.get(`/purchase-request/download/prf/${own}`)).status()).toBe(200);
});

test('whoever is suspended is out at the very next request, on pages and in the API', async ({ playwright }) => {
  const kitchen = await signedIn(playwright, 'kitchen');
  expect((await kitchen.get('/api/session')).status()).toBe(200);
  const { id, version } = await personNamed('kitchen');
  expect(
    (await siti.post(`/api/directory/users/${id}/suspension`, { data: { version, reason: 'Long leave' } })).status(),
  ).toBe(200);
  expect((await kitchen.get('/api/session')).status()).toBe(401);
  expect(await go(kitchen, '/directory/my-profile')).toBe('/login?to=%2Fdirectory%2Fmy-profile');
  expect((await kitchen.post('/api/refresh-token')).status()).toBe(401);
  expect((await kitchen.post('/api/login', { data: { username: 'kitchen', password: PASSWORD } })).status()).toBe(403);
});

test('an invited person comes in by the link of the mail, once', async ({ playwright }) => {
  const wish = {
    username: 'newcomer',
    email: 'newcomer@garden.example',
    fullName: 'Wong Li Ting',
    language: 'en',
    allEntities: true,
  };
  expect((await siti.post('/api/directory/users', { data: wish })).status()).toBe(201);
  const link = await linkMailedTo(wish.email);
  const ting = await visitor(playwright);
  expect(await (await ting.get(link)).text()).toContain('Welcome, Wong Li Ting');
  const tooShort = await ting.post(link, { form: { password: 'short', passwordRepeat: 'short' }, maxRedirects: 0 });
  expect(tooShort.status()).toBe(422);
  expect(await tooShort.text()).toContain('Please use at least 12 characters.');
  const form = { password: 'orchids on the terrace', passwordRepeat: 'orchids on the terrace' };
  expect(wayOf(await ting.post(link, { form, maxRedirects: 0 }))).toBe('/login?reason=password-set');
  expect(await go(ting, link)).toBe(404);
  expect((await ting.post(link, { form, maxRedirects: 0 })).status()).toBe(404);
  await signedIn(playwright, 'newcomer', form.password);
});

test('a forgotten password comes back by mail, and ends the session that somebody else may have', async ({
  playwright,
}) => {
  const thief = await signedIn(playwright, 'agency');
  const joyce = await visitor(playwright);
  expect(
    wayOf(await joyce.post('/forgot-password', { form: { email: 'Agency@garden.example' }, maxRedirects: 0 })),
  ).toBe('/forgot-password?sent');
  expect(
    wayOf(await joyce.post('/forgot-password', { form: { email: 'nobody@elsewhere.example' }, maxRedirects: 0 })),
  ).toBe('/forgot-password?sent');
  const link = await linkMailedTo('agency@garden.example');
  const form = { password: 'a quiet grove of bamboo', passwordRepeat: 'a quiet grove of bamboo' };
  expect(wayOf(await joyce.post(link, { form, maxRedirects: 0 }))).toBe('/login?reason=password-set');
  expect((await thief.get('/api/session')).status()).toBe(401);
  await signedIn(playwright, 'agency', form.password);
});

test('without a mail server an operator can read what would have been sent', async ({ playwright }) => {
  test.setTimeout(120_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'garden-mail-'));
  const alone = await startApp(await freePort(), { DATA_DIR: dataDir });
  try {
    const someone = await playwright.request.newContext({ baseURL: alone.origin });
    await someone.post('/forgot-password', { form: { email: 'auditor@garden.example' } });
    const printed = execFileSync(process.execPath, ['scripts/mail-outbox.ts'], {
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: 'utf8',
    });
    expect(printed).toContain('auditor@garden.example');
    expect(printed).toMatch(new RegExp(`${alone.origin}/reset-password/[\\w-]{43}`));
    expect(alone.output()).not.toContain('reset-password');
  } finally {
    await alone.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
