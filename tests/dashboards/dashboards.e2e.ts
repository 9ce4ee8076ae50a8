import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, pick } from '#tests/support/pages.ts';

async function enter(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('garden-demo-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
/** The most that any card of the dashboard is taller than what is in it, in pixels. */
const emptySpace = (page: Page) =>
  page
    .locator('.board-column .card')
    .evaluateAll((cards) =>
      Math.max(
        ...cards.map(
          (card) => card.getBoundingClientRect().bottom - card.lastElementChild!.getBoundingClientRect().bottom,
        ),
      ),
    );
const widget = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

for (const [width, look] of [
  [1440, ''],
  [390, 'dark=on'],
  [1440, 'skin=bordered'],
] as const) {
  test(`Marie begins with what waits for finance, ${width} wide, ${look || 'semi-dark'}`, async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'layout', value: encodeURIComponent(look), url: baseURL! }]);
    await page.setViewportSize({ width, height: 900 });
    const refused: string[] = [];
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
    await enter(page, 'finance');

    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Finance' })).toBeVisible();
    await expect(page.getByText(/as of \d\d:\d\d[ap]m/).filter({ visible: true })).toHaveCount(1);
    expect(await emptySpace(page)).toBeLessThan(60);
    await expectAccessible(page);
    expect(await sideways(page)).toBe(0);
    expect(refused).toEqual([]);
  });
}

test('a figure leads to the list with as many rows', async ({ page }) => {
  await enter(page, 'purchasing');
  const row = widget(page, 'Purchase requests by status').getByRole('listitem').filter({ hasText: 'Pending approval' });
  const count = (await row.getByRole('link').innerText()).split(',')[0]!.trim();

  await row.getByRole('link').click();

  await expect(page).toHaveURL(/\/purchasing\/purchase-requests\/all-requests\?.*status=pending-approval/);
  await expect(page.locator('.page-head')).toContainText(new RegExp(`^\\D*${count} request`));
});

test('Hannah has a copy of her own, arranges it by buttons alone, and goes back to what her role has', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false });
  const page = await context.newPage();
  await context.request.post('/api/login', {
    data: { username: 'requester', password: 'garden-demo-2026', rememberMe: false },
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'My requests' })).toBeVisible();

  await page.getByRole('button', { name: 'Other dashboard' }).click();
  await page.getByRole('button', { name: 'Make my own copy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My requests, my copy' })).toBeVisible();

  await page.getByRole('link', { name: 'Edit layout' }).click();
  const places = page.locator('.board-arranged').getByRole('heading', { level: 3 });
  await expect(places.nth(2)).toHaveText('My requests to finish');
  await page.getByRole('button', { name: 'Move “My requests to finish” forward' }).click();
  await expect(places.nth(1)).toHaveText('My requests to finish');
  await page.getByRole('button', { name: 'Remove “Often needed”' }).click();
  await expect(page.getByRole('heading', { name: 'Often needed' })).toHaveCount(0);
  await page.getByLabel('Widget type').selectOption({ label: 'Note' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('link', { name: 'Set up “Note”' }).click();
  await page.getByLabel('Title').fill('For today');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('For today');
  await page.getByRole('textbox', { name: 'Text' }).fill('Call the quarry');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.board-arranged').getByRole('heading', { name: 'For today' })).toBeVisible();

  await page.goto('/dashboard');
  await expect(widget(page, 'For today')).toContainText('Call the quarry');
  await page.getByRole('button', { name: 'Other dashboard' }).click();
  await page.getByRole('button', { name: 'Use the dashboard of my role' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My requests', exact: true })).toBeVisible();
  await context.close();
});

test('Siti makes a dashboard for a team, and every screen of it is accessible', async ({ page }) => {
  await enter(page, 'admin');
  await page.goto('/dashboard/settings/dashboard/create');
  await expectAccessible(page);
  await page.getByLabel('Name', { exact: true }).fill('Plaques');
  await page.getByLabel('Visible to', { exact: true }).selectOption({ label: 'Teams' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Plaques');
  await page.getByRole('checkbox', { name: 'Plaque desk' }).check();
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(page.getByText('No widgets yet')).toBeVisible();
  await page.getByLabel('Widget type').selectOption({ label: 'List by one field' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Set up “List by one field”' }).click();
  await pick(page.getByLabel('List'), 'Users: All users');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel(/^By\b/).selectOption({ label: 'Main department' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Preview' }).click();
  await expect(widget(page, 'List by one field')).toContainText('Operations');
  await expectAccessible(page);
  await page.goto('/dashboard/settings/dashboard/list');
  await expect(page.getByRole('link', { name: 'Plaques' })).toBeVisible();
});

test('sales is an honest page without figures, and stands in nobody’s menu', async ({ page }) => {
  await enter(page, 'admin');
  await page.goto('/dashboard/ecommerce');
  await expect(page.getByText('Nothing to show here')).toBeVisible();
  await page.getByRole('button', { name: 'Dashboard', exact: true }).click();
  await expect(page.locator('nav').getByRole('link', { name: 'Sales' })).toHaveCount(0);
  await page.goto('/dashboard/ecommerce');
  await page.getByRole('link', { name: 'Go to my dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});
