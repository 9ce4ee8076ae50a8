import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/pages.ts';

// Siti works by keys; Prakash speaks to his computer and switches single keys off.
const LIST = '/directory/departments';

async function enter(page: Page, username = 'admin'): Promise<void> {
  await page.request.post('/api/login', { data: { username, password: 'garden-demo-2026', rememberMe: false } });
}

/** Opens `path` and holds its scripts back until the returned function is called. */
async function openedWithoutScript(page: Page, path: string): Promise<() => void> {
  let bring = () => {};
  const brought = new Promise<void>((resolve) => (bring = resolve));
  await page.route(/\/_astro\/.*\.js$/, async (route) => {
    await brought;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return bring;
}

const marked = (page: Page) => page.locator('tr[aria-selected=true]');

test('Siti walks through a list, chooses rows, opens one and goes on by keys', async ({ page }) => {
  await enter(page);
  await page.goto(LIST);
  await page.keyboard.press('j');
  await expect(marked(page)).toContainText('CUS');
  await page.keyboard.press('j');
  await expect(page.locator('tr[data-row]').nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('k');
  await expect(marked(page)).toContainText('CUS');
  await page.keyboard.press('x');
  await expect(marked(page).getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Customer care' })).toBeVisible();

  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL('/directory/teams');
  await page.keyboard.press('c');
  await expect(page).toHaveURL('/directory/teams/create');
  await page.goto('/directory/teams');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/show$/);
  await page.keyboard.press('e');
  await expect(page).toHaveURL(/\/directory\/teams\/.*\/edit/);
});

test('what Siti presses before the script of the page has come is done when it comes', async ({ page }) => {
  await enter(page);
  const bring = await openedWithoutScript(page, LIST);
  for (const key of ['j', 'j', 'x']) await page.keyboard.press(key);
  expect(await page.evaluate(() => window.earlyKeys!.map(({ key }) => key))).toEqual(['j', 'j', 'x']);
  await expect(marked(page)).toHaveCount(0);
  bring();
  await expect(page.locator('tr[data-row]').nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(marked(page).getByRole('checkbox')).toBeChecked();
  // From now on it listens itself: nothing is done twice.
  await page.keyboard.press('k');
  await expect(page.locator('tr[data-row]').first()).toHaveAttribute('aria-selected', 'true');
});

for (const [typed, seen] of [
  [['g', 't'], (page: Page) => expect(page).toHaveURL('/directory/teams')],
  [['/', 'c', 'u', 's', 'Enter'], (page: Page) => expect(page).toHaveURL(/\/directory\/departments\?.*q=cus/)],
  [['Control+k', 'c', 'u'], (page: Page) => expect(page.getByRole('combobox')).toHaveValue('cu')],
  [
    ['Control+k', 'r', 'o', 'l', 'e', 's', 'Enter'],
    (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible(),
  ],
] as const)
  test(`${typed.join(' ')} is understood, too, when it comes before the script`, async ({ page }) => {
    await enter(page);
    const bring = await openedWithoutScript(page, LIST);
    for (const key of typed) await page.keyboard.press(key);
    await expect(page).toHaveURL(LIST);
    bring();
    await seen(page);
  });

test('keys are letters while one types, and after Ctrl or Alt they are the browser’s', async ({ page }) => {
  await enter(page);
  await page.goto(LIST);
  await page.keyboard.press('/');
  await page.keyboard.type('jkxceg?/');
  await expect(page.getByRole('searchbox', { name: 'Code or name' })).toHaveValue('jkxceg?/');
  await expect(marked(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.keyboard.press('c');
  await page.keyboard.press('Escape');
  await page.locator('h1').click();
  await page.keyboard.press('Alt+c');
  await expect(page).toHaveURL(LIST);
});

test('a key stands in the tooltip of what it reaches, and all of them in the sheet', async ({ page }) => {
  await enter(page);
  await page.goto(LIST);
  await expect(page.getByRole('link', { name: 'New department' })).toHaveAttribute('title', 'Key: C');
  await expect(page.getByRole('link', { name: 'New department' })).toHaveAttribute('aria-keyshortcuts', 'c');
  const reported: string[] = [];
  page.on('console', (message) => message.type() === 'error' && reported.push(message.text()));
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByText('Select the row')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused();
  expect(reported).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('?');
  await expect(sheet.getByText('Search and commands')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('Prakash switches single keys off in the sheet, comes back to where he was, and Ctrl K still opens the palette', async ({
  page,
}) => {
  await enter(page, 'stores');
  await page.goto('/directory/addresses');
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Switch single-key shortcuts off' }).click();
  await expect(page).toHaveURL('/directory/addresses');
  await expect(page.getByText('Single-key shortcuts are off.')).toBeVisible();
  await expect(page.locator('[title^="Key: /"]')).toHaveCount(0);
  for (const key of ['j', '/', 'g', 'm', '?']) await page.keyboard.press(key);
  await expect(page).toHaveURL('/directory/addresses');
  await expect(marked(page)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');

  await page.goto('/pages/account-setting?tab=shortcuts');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Switch single-key shortcuts on' }).click();
  await expect(page.getByText('Single-key shortcuts are on.')).toBeVisible();
  await page.goto('/directory/addresses');
  await page.keyboard.press('j');
  await expect(marked(page)).toHaveCount(1);
});

test('the sheet has room on a narrow screen, too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page);
  await page.goto(LIST);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.goto('/pages/account-setting?tab=shortcuts');
  await expectAccessible(page);
});

test('in the inbox j and k choose, o opens, and r leads to the comment that a return needs', async ({ page }) => {
  await enter(page, 'head');
  await page.goto('/approvals');
  const items = page.locator('.inbox-item');
  await expect(items.first(), 'the demonstration has decisions that wait for the head').toBeVisible();
  const [first, second] = await items.evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
  if (second) {
    // Choosing is a way there: the keys work on the page that has come.
    await page.keyboard.press('j');
    await page.waitForURL(second);
    await expect(items.nth(1)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('k');
    await page.waitForURL(first!);
    await expect(items.nth(0)).toHaveAttribute('aria-current', 'true');
  }
  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeFocused();
  await expect(page).toHaveURL(/\/approvals/);
  await page.locator('h1').click();
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/purchase-requests\/.*\/show/);
});
