import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

const LIST = '/purchasing/purchase-requests/all-requests';
const looks = { light: 'skin=light', bordered: 'skin=bordered', 'semi-dark': '', dark: 'dark=on' };

async function enter(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('garden-demo-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

async function openLayout(page: Page): Promise<void> {
  await page.locator('[popovertarget=user-menu]').click();
  await page.getByRole('button', { name: 'Layout' }).click();
}

const html = (page: Page) => page.locator('html');
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const [look, settings] of Object.entries(looks)) {
  test(`every part of the interface is accessible and keeps its width, ${look}`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'layout', value: encodeURIComponent(settings), url: baseURL! }]);
    await page.goto('/test-sticky-scroll');

    // The looks differ in colours only, so the other rules are asked once.
    const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const builder = new AxeBuilder({ page });
    const { violations } = await (
      look === 'semi-dark' ? builder.withTags(all) : builder.withRules(['color-contrast'])
    ).analyze();

    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`)).toEqual([]);
    for (const width of [1920, 1440, 1240, 1000, 761, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(`${width}: ${await sideways(page)}`).toBe(`${width}: 0`);
    }
  });
}

test('heads and columns of a long table stay while it scrolls', async ({ page }) => {
  await page.goto('/test-sticky-scroll');
  await page.setViewportSize({ width: 700, height: 800 });
  const frame = page.locator('#sticky').getByRole('region', { name: 'Heads and columns that stay' });
  const head = frame.locator('thead .stays');
  const before = await head.boundingBox();

  await frame.evaluate((element) => element.scrollTo(300, 300));

  expect(await frame.evaluate((element) => [element.scrollLeft > 0, element.scrollTop > 0])).toEqual([true, true]);
  expect(await head.boundingBox()).toEqual(before);
});

test('Siti chooses her layout, and it is there on the next page', async ({ page }) => {
  await enter(page, 'admin');
  await expect(html(page)).toHaveAttribute('data-skin', 'semi-dark');
  await openLayout(page);
  await page.getByText('Dark mode').click();
  await expect(html(page)).toHaveClass('dark-layout');

  await page.goto(LIST);
  await expect(html(page)).toHaveClass('dark-layout');
  expect(await page.evaluate(() => localStorage.getItem('layout'))).toContain('dark=on');
});

test('semi-dark becomes light when the layout becomes horizontal, and only then', async ({ page }) => {
  await enter(page, 'admin');
  await openLayout(page);
  await page.getByText('Side', { exact: true }).click();
  await expect(page.locator('.side-menu')).toBeVisible();
  await expect(html(page)).toHaveAttribute('data-skin', 'semi-dark');

  await openLayout(page);
  await page.getByText('Top', { exact: true }).click();
  await expect(page.locator('.side-menu')).toHaveCount(0);
  await expect(html(page)).toHaveAttribute('data-skin', 'light');
});

test('a layout whose cookie has gone is taken from the browser’s storage', async ({ page, context }) => {
  await enter(page, 'admin');
  await openLayout(page);
  await page.getByText('Bordered').click();
  await context.clearCookies({ name: 'layout' });

  await page.goto(LIST);
  await expect(html(page)).toHaveAttribute('data-skin', 'bordered');
});

test('the way back to the top appears beyond 250 pixels', async ({ page }) => {
  await page.goto('/test-sticky-scroll');
  const button = page.getByRole('button', { name: 'Back to top' });
  await page.evaluate(() => scrollTo(0, 250));
  await expect(button).toBeHidden();
  await page.evaluate(() => scrollTo(0, 251));
  await button.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('a message goes after three seconds, an error stays until it is closed', async ({ page }) => {
  await page.goto('/test-sticky-scroll');
  await page.getByRole('button', { name: 'Show a message' }).click();
  await page.getByRole('button', { name: 'Show an error' }).click();
  const messages = page.getByRole('status').locator('.toast');
  await expect(messages).toHaveCount(2);
  await expect(messages).toHaveCount(1, { timeout: 4_500 });
  await expect(messages).toHaveText(/Sorry something went wrong/);
  await messages.getByRole('button', { name: 'Close' }).click();
  await expect(messages).toHaveCount(0);
});

test('the loading bar shows for a long request and not for a short one', async ({ page }) => {
  await page.goto('/test-sticky-scroll');
  await page.getByRole('button', { name: 'Show the loading bar' }).click();
  await expect(html(page)).toHaveAttribute('data-loading', '');
  await expect(html(page)).not.toHaveAttribute('data-loading', '', { timeout: 4_000 });
});

test('moving within a purchase request keeps the place on the page, moving within a list does not', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await enter(page, 'admin');
  await page.goto(LIST);
  await page.evaluate(() => scrollTo(0, 120));
  await page.getByRole('link', { name: /^Pending approval/ }).click();
  await page.waitForURL(/pending-approval/);
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.locator('.record-link').first().click();
  await page.waitForURL(/show/);
  await expect(page).toHaveTitle(/^PR-[A-Z]+-\d{4}-\d{5} · Purchase request · Stillwater Garden$/);
  // A page takes clicks once it has arrived; until then a click would look for another place to stand.
  await page.waitForFunction(() => !(document as { activeViewTransition?: unknown }).activeViewTransition);
  await page.evaluate(() => scrollTo(0, 120));
  await page.getByRole('link', { name: /^Log\b/ }).click();
  await page.waitForURL(/tab=log/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(120);
});

test('with the menu at the side and hidden, the page fills the window', async ({ page }) => {
  await enter(page, 'requester');
  await page
    .context()
    .addCookies([{ name: 'layout', value: encodeURIComponent('layout=vertical&menuHidden=on'), url: page.url() }]);
  await page.goto('/directory/my-profile');
  expect((await page.getByRole('banner').boundingBox())!.width).toBe(1440);
});

test('on a tablet no column of a list is out of sight', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 });
  await enter(page, 'admin');
  await page.goto(LIST);
  expect(await page.locator('.table-frame').evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
  expect(await sideways(page)).toBe(0);
});

test('on a phone the menu is a drawer', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, 'admin');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Stillwater Garden' });
  await drawer.getByText('Directory').click();
  await drawer.getByRole('link', { name: 'Departments' }).click();

  await expect(page).toHaveURL('/directory/departments');
  expect(await sideways(page)).toBe(0);
});

test('a visitor finds the own language by its own name, and stays on the page', async ({ page }) => {
  await page.goto('/page-not-found');
  await page.getByRole('button', { name: 'Deutsch' }).click();

  await expect(page).toHaveURL('/page-not-found');
  await expect(html(page)).toHaveAttribute('lang', 'de');
  await expect(page).toHaveTitle('Seite nicht gefunden · Stillwater Garden');
});
