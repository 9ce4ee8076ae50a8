import { expect, test, type Page } from '@playwright/test';
import { expectCalm } from '#tests/support/pages.ts';

// Wei Jie leads the Qing Ming crew, in which Hannah is; Farid is not. Kai Wen manages the company. Siti may share with everybody.
const MINE = '/purchasing/my-purchase-requests/all-my-requests';
const LIST = '/directory/departments';
const unique = (word: string) => `${word} ${Date.now().toString(36)}`;

async function enter(page: Page, username: string): Promise<void> {
  await page.request.post('/api/login', { data: { username, password: 'garden-demo-2026', rememberMe: false } });
}

async function menu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Views/ }).click();
}

const tab = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: /Departments|Purchase requests/ })
    .getByRole('link', { name: new RegExp(`^${name}`) });

test('Wei Jie shares a view with the team: Hannah has it as a tab and by its link, Farid does not', async ({
  page,
  browser,
  baseURL,
}) => {
  const name = unique('Urgent for the crew');
  await enter(page, 'operations');
  await page.goto(`${MINE}?neededBy=2020-01-01..&sort=neededBy&cols=number,title,neededBy&density=compact`);
  await menu(page);
  await page.getByLabel('Save this list as').fill(name);
  await page.getByLabel('Shared with').last().selectOption('Team Qing Ming crew');
  await expectCalm(page);
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText(`The view “${name}” has been saved.`)).toBeVisible();
  await expect(tab(page, name)).toHaveAttribute('aria-current', 'page');
  await menu(page);
  await page.getByLabel(`Edit “${name}”`).click();
  const link = (await page.getByRole('link', { name: 'Link' }).getAttribute('href'))!;
  expect(link).toMatch(/^\/purchasing\/my-purchase-requests\/all-my-requests\?view=[0-9a-f-]{36}$/);

  const hannah = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await enter(hannah, 'requester');
  await hannah.goto(link);
  await expect(tab(hannah, name)).toHaveAttribute('aria-current', 'page');
  await expect(hannah.getByText('Needed by: from 01/01/2020', { exact: true })).toBeVisible();
  await expect(hannah.getByText('Order: Needed by, ascending')).toBeVisible();
  await expect(hannah.locator('[data-record-list]')).toHaveAttribute('data-density', 'compact');
  await expect(hannah.getByRole('columnheader')).toHaveText(['', 'Request', 'Title', 'Needed by']);
  await hannah.context().close();

  const farid = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await enter(farid, 'requester2');
  await farid.goto(link);
  await expect(farid.getByText('not shared with you')).toBeVisible();
  await expect(farid.locator('[data-record-list]').getByRole('row').nth(1)).toBeVisible();
  await expect(farid.getByText(name)).toHaveCount(0);
  await expectCalm(farid);
  await expect(farid.locator('main a[href*="view="]')).toHaveCount(0);
  await farid.context().close();

  await page.getByRole('button', { name: `Remove “${name}”` }).click();
  await expect(page.getByText(`The view “${name}” has been removed.`)).toBeVisible();
});

test('Kai Wen changes a view he began from, begins the list with it, and comes back to the whole list', async ({
  page,
}) => {
  const name = unique('Mine');
  await enter(page, 'manager');
  await page.goto(`${LIST}?q=op`);
  await menu(page);
  await page.getByLabel('Save this list as').fill(name);
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(tab(page, name)).toContainText('1');
  await expect(page.getByText(/differs from the view/)).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Code or name' }).fill('o');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`The list differs from the view “${name}”.`)).toBeVisible();
  await expectCalm(page);
  await page.getByRole('link', { name: `Back to “${name}”` }).click();
  await expect(page.getByRole('searchbox', { name: 'Code or name' })).toHaveValue('op');
  await page.getByRole('searchbox', { name: 'Code or name' }).fill('kitchen');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save changes to this view' }).click();
  await expect(page.getByText(`The view “${name}” has been updated to the list as it is now.`)).toBeVisible();
  await expect(page.getByText(/differs from the view/)).toHaveCount(0);

  await menu(page);
  await page.getByLabel(`Edit “${name}”`).click();
  await page.getByRole('button', { name: 'Make default' }).click();
  await page.goto(LIST);
  await expect(page.getByText('“kitchen”')).toBeVisible();
  await tab(page, 'All departments').click();
  await expect(page.getByText('“kitchen”')).toHaveCount(0);
  await expect(page.getByText('Customer care')).toBeVisible();
  await tab(page, name).click();
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page.getByText('Customer care')).toBeVisible();

  await menu(page);
  await page.getByLabel(`Edit “${name}”`).click();
  await page.getByRole('button', { name: `Remove “${name}”` }).click();
  await expect(page.getByText(`The view “${name}” has been removed.`)).toBeVisible();
  await page.goto(LIST);
  await expect(page).toHaveURL(LIST);
});

test('whoever may not change a view copies it, and orders the tabs for himself', async ({ page, browser, baseURL }) => {
  const [first, second] = [unique('A first'), unique('B second')];
  const siti = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await enter(siti, 'admin');
  for (const name of [first, second])
    await siti.request.post('/api/views', {
      data: { list: LIST, name, address: `${LIST}?q=${name.slice(0, 1)}`, sharing: 'all' },
    });

  await enter(page, 'auditor');
  await page.goto(LIST);
  await menu(page);
  await page.getByLabel(`Edit “${second}”`).click();
  await expect(page.getByRole('button', { name: `Remove “${second}”` })).toHaveCount(0);
  await page.getByRole('button', { name: `Move “${second}” forward` }).click();
  const tabs = page.locator('.tabs a');
  await expect
    .poll(async () =>
      (await tabs.allTextContents())
        .filter((text) => [first, second].some((name) => text.includes(name)))
        .map((text) => text.slice(0, 1)),
    )
    .toEqual(['B', 'A']);
  await menu(page);
  await page.getByLabel(`Edit “${first}”`).click();
  await page.locator('details[open]').getByRole('button', { name: 'Copy' }).click();
  await expect(tab(page, `Copy of ${first}`)).toHaveAttribute('aria-current', 'page');

  const { views } = (await (await siti.request.get('/api/search/commands')).json()) as {
    views: { label: string; href: string }[];
  };
  for (const { href } of views.filter(({ label }) => [first, second].includes(label)))
    await siti.request.post(`/api/views/${new URL(href, baseURL).searchParams.get('view')}/removal`);
  const own = (await (await page.request.get('/api/search/commands')).json()) as {
    views: { label: string; href: string }[];
  };
  for (const { href } of own.views)
    await page.request.post(`/api/views/${new URL(href, baseURL).searchParams.get('view')}/removal`);
  await siti.context().close();
});

for (const width of [1440, 390]) {
  test(`Kai Wen finds the views of all his lists in one place, ${width} wide`, async ({ page }) => {
    const [departments, own] = [unique('Small ones'), unique('Open ones')];
    await page.setViewportSize({ width, height: 844 });
    await enter(page, 'manager');
    await page.request.post('/api/views', { data: { list: LIST, name: departments, address: `${LIST}?q=kitchen` } });
    await page.request.post('/api/views', {
      data: {
        list: MINE.replace('/all-my-requests', ''),
        name: own,
        address: MINE.replace('all-my-requests', 'my-pending'),
      },
    });
    await page.goto('/pages/account-setting');
    await page.getByRole('navigation', { name: 'Account settings' }).getByRole('link', { name: 'Views' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: own })).toContainText('Purchase requests: In progress');
    await expectCalm(page);
    await page.getByRole('button', { name: `Make default: ${departments}` }).click();
    await expect(page.getByText('The default view has been changed.')).toBeVisible();
    await expect(page.getByRole('button', { name: `Make default: ${departments}` })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.getByRole('link', { name: departments }).click();
    await expect(page).toHaveURL(/\/directory\/departments\?q=kitchen/);
    for (const name of [departments, own]) {
      await page.goto('/pages/account-setting?tab=views');
      await page.getByRole('button', { name: `Remove “${name}”` }).click();
      await expect(page.getByText(`The view “${name}” has been removed.`)).toBeVisible();
    }
    await expect(page.getByRole('link', { name: departments })).toHaveCount(0);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('Priya renames a view, and the menu of views has room', async ({ page }) => {
    const [name, other] = [unique('Late'), unique('Very late')];
    await enter(page, 'purchasing');
    await page.request.post('/api/views', {
      data: { list: MINE.replace('/all-my-requests', ''), name, address: `${MINE}?status=draft` },
    });
    await page.goto(MINE);
    await menu(page);
    await page.getByLabel(`Edit “${name}”`).click();
    await expectCalm(page);
    await page.locator('details[open]').getByRole('textbox', { name: 'New name' }).fill(other);
    await page.locator('details[open]').getByRole('button', { name: 'Save', exact: true }).click();
    await expect(tab(page, other)).toBeVisible();
    await expect(tab(page, name)).toHaveCount(0);
    await menu(page);
    await page.getByLabel(`Edit “${other}”`).click();
    await page.getByRole('button', { name: `Remove “${other}”` }).click();
    await expect(page.getByText(`The view “${other}” has been removed.`)).toBeVisible();
  });
});

test.describe('on a phone, without script', () => {
  test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });

  test('a view is saved, opened and deleted', async ({ page }) => {
    const name = unique('On the way');
    await enter(page, 'counterhead');
    await page.goto(`${MINE}?status=draft`);
    await menu(page);
    await page.getByLabel('Save this list as').fill(name);
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.goto(MINE);
    await tab(page, name).click();
    await expect(page.getByText('Status: Draft', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await menu(page);
    await page.getByLabel(`Edit “${name}”`).click();
    await page.getByRole('button', { name: `Remove “${name}”` }).click();
    await page.goto(MINE);
    await expect(page.getByText(name)).toHaveCount(0);
  });
});
