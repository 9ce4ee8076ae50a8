/** What browser stories do with pages, the same in all of them. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';

/** A page of somebody of the demonstration data, signed in, on a desk unless `more` says otherwise. */
export async function signedIn(browser: Browser, username: string, more: BrowserContextOptions = {}): Promise<Page> {
  const page = await (
    await browser.newContext({ locale: 'en-SG', viewport: { width: 1440, height: 900 }, ...more })
  ).newPage();
  const answer = await page.request.post('/api/login', {
    data: { username, password: 'garden-demo-2026', rememberMe: false },
  });
  expect(answer.status()).toBe(200);
  return page;
}

/** No violation of WCAG 2.2 AA that can be found by a program. */
export async function expectAccessible(page: Page): Promise<void> {
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
