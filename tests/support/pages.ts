/** What browser stories do with pages, the same in all of them. */
import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import {
  expect,
  type APIRequestContext,
  type APIResponse,
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test';
import { DEMONSTRATION_PASSWORD } from '#lib/values/constants.ts';

/** A page of somebody of the demonstration data, signed in, on a desk unless `more` says otherwise. */
export async function signedIn(browser: Browser, username: string, more: BrowserContextOptions = {}): Promise<Page> {
  const page = await (
    await browser.newContext({ locale: 'en-SG', viewport: { width: 1440, height: 900 }, ...more })
  ).newPage();
  const answer = await page.request.post('/api/login', {
    data: { username, password: DEMONSTRATION_PASSWORD, rememberMe: false },
  });
  expect(answer.status()).toBe(200);
  return page;
}

/**
 * Signs the browser of `page` in as a new colleague with the rights of the role with this code, reading in `language`: for
 * stories that change what belongs to a person, while others sign in as those of the demonstration data. The rights come
 * by a copy of the role: rules of approval name the role itself, and ask nobody else because of it.
 */
export async function enterAsColleague(
  page: Page,
  roleCode: string,
  language: 'en' | 'de' | 'fr' | 'pt',
): Promise<{ username: string; password: string }> {
  const { request } = page;
  const headers = {
    authorization: `Bearer ${await accessToken(request, { username: 'admin', password: DEMONSTRATION_PASSWORD })}`,
  };
  const { items: roles } = await answered<{ items: { id: string; code: string }[] }>(
    request.get(`/api/directory/roles?q=${roleCode}`, { headers }),
  );
  const mark = randomUUID().slice(0, 8);
  const username = `colleague-${mark}`;
  const { id: copied } = await answered<{ id: string }>(
    request.post(`/api/directory/roles/${roles.find(({ code }) => code === roleCode)!.id}/copy`, {
      headers,
      data: { code: `COLLEAGUE-${mark.toUpperCase()}`, name: `Colleague ${mark}` },
    }),
  );
  await answered(
    request.post('/api/directory/users', {
      headers,
      data: {
        username,
        email: `${username}@garden.example`,
        fullName: `Sofia Brandt ${username.slice(-4)}`,
        language,
        allEntities: true,
        roleIds: [copied],
      },
    }),
  );
  // Without a mail server the invitation waits in the outbox.
  const { items: mails } = await answered<{ items: { id: string }[] }>(
    request.get(`/api/settings/mails?q=${username}`, { headers }),
  );
  const { bodyText } = await answered<{ bodyText: string }>(
    request.get(`/api/settings/mails/${mails[0]!.id}`, { headers }),
  );
  const form = { password: OWN, passwordRepeat: OWN };
  const link = /\/reset-password\/[\w-]+/.exec(bodyText)![0];
  await page.context().clearCookies();
  const set = await request.post(link, { form, maxRedirects: 0 });
  expect(set.headers()['location']).toBe('/login?reason=password-set');
  await accessToken(request, { username, password: OWN });
  return { username, password: OWN };
}

/** Forgets who is signed in, once the page has its session: the answer to what it still asks would bring the cookie back. */
export async function forgetSession(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.getElementById('session') || localStorage.getItem('session')?.includes('"token":"'),
  );
  await page.context().clearCookies();
}

const OWN = 'lotus and still water';

async function accessToken(request: APIRequestContext, who: { username: string; password: string }): Promise<string> {
  return (await answered<{ accessToken: string }>(request.post('/api/login', { data: { ...who, rememberMe: false } })))
    .accessToken;
}

async function answered<Answer>(answering: Promise<APIResponse>): Promise<Answer> {
  const answer = await answering;
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Answer;
}

/** No violation of WCAG 2.2 AA that can be found by a program; what is still appearing has no colours of its own yet. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity),
  );
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
}

/** The same, and nothing that has to be scrolled to sideways. */
export async function expectCalm(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
    0,
  );
}

/** Picks somebody, or one of many, in a field that is searched by typing. */
export async function pick(field: Locator, name: string): Promise<void> {
  // Its script comes when somebody comes near it.
  await field.hover();
  await expect(field).toHaveAttribute('aria-autocomplete', 'list');
  await field.fill(name);
  await field.page().locator('.offers').getByRole('option', { name }).click();
  await expect(field).toHaveValue(new RegExp(name));
}
