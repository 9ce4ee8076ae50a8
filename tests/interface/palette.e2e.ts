import { expect, test, type Page } from '@playwright/test';
import { enterAsColleague, expectCalm } from '#tests/support/pages.ts';

// Siti administers; Hannah raises purchase requests and may read nothing else.
const LIST = '/directory/departments';

async function enter(page: Page, username = 'admin'): Promise<void> {
  await page.request.post('/api/login', { data: { username, password: 'garden-demo-2026', rememberMe: false } });
}

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Search everything' });
const options = (page: Page) => palette(page).getByRole('option');
const chosen = (page: Page) => palette(page).locator('[aria-selected=true]');
/** What a screen reader announces once the results are shown. */
const told = (page: Page) => palette(page).getByRole('status');

async function open(page: Page): Promise<void> {
  // Keys are heard once the page's script has come, which is before the page counts as loaded.
  await page.waitForLoadState();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('Helen goes to a page, and to a record by a part of its name, without touching the mouse', async ({ page }) => {
  await enter(page, 'auditor');
  await page.goto(LIST);
  await open(page);
  await expectCalm(page);
  await page.keyboard.type('rol');
  await expect(chosen(page)).toContainText('Roles');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/directory/roles');

  await open(page);
  await page.keyboard.type('陈伟');
  await expect(options(page).filter({ hasText: 'Tan Wei Jie 陈伟杰' }).first()).toBeVisible();
  await expect(told(page)).toHaveText(/^\d+ results$/);
  expect(await field(page).getAttribute('aria-activedescendant')).toBe(await chosen(page).getAttribute('id'));
  await expectCalm(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(chosen(page)).toContainText('Tan Wei Jie 陈伟杰');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tan Wei Jie 陈伟杰' })).toBeVisible();
});

test('what is typed before the palette has come is in its field, and no key acts meanwhile', async ({ page }) => {
  await enter(page);
  await page.route('**/_astro/palette.*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await page.goto(LIST);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('cxe');
  await expect(field(page)).toHaveValue('cxe');
  await expect(page).toHaveURL(LIST);
});

test('an exact number is chosen at once, and a user name in capitals, too', async ({ page }) => {
  await enter(page);
  await page.goto(LIST);
  const { items } = (await (
    await page.request.get('/api/purchasing/purchase-requests?type=pending-budget')
  ).json()) as { items: { number: string; title: string }[] };
  await open(page);
  await page.keyboard.type(items[0]!.number);
  await expect(chosen(page)).toContainText(items[0]!.title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: items[0]!.title })).toBeVisible();

  await page.goto('/search?q=FINANCE');
  await expect(page.getByRole('heading', { name: 'Marie Lau' })).toBeVisible();
});

test('a record by the end of its number takes seven keys, however fast they come and however slow the answer', async ({
  page,
}) => {
  await enter(page);
  await page.goto(LIST);
  await page.waitForLoadState();
  const { items } = (await (
    await page.request.get('/api/purchasing/purchase-requests?type=pending-budget&perPage=1')
  ).json()) as { items: { number: string; title: string }[] };
  await page.route('**/api/search?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  const keys = ['Control+k', ...items[0]!.number.slice(-5), 'Enter'];
  expect(keys.length).toBe(7);
  for (const key of keys) await page.keyboard.press(key);
  await expect(page.getByRole('heading', { name: items[0]!.title })).toBeVisible();

  // What is typed after Enter takes it back.
  await page.goto(LIST);
  await open(page);
  await page.keyboard.type('00000');
  await page.keyboard.press('Enter');
  await page.keyboard.type('9');
  await expect(told(page)).toHaveText(/^No results/);
  await expect(page).toHaveURL(LIST);
});

test('what was opened lately is offered before anything is typed', async ({ page }) => {
  await enter(page);
  await page.goto(`${LIST}?q=kitchen`);
  await page.getByRole('link', { name: 'KIT', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Kitchen' })).toBeVisible();
  await expect
    .poll(async () =>
      ((await (await page.request.get('/api/search')).json()) as { recent: { title: string }[] }).recent.map(
        ({ title }) => title,
      ),
    )
    .toContain('Kitchen');
  await open(page);
  await expect(
    palette(page).getByRole('group', { name: 'Recently opened' }).getByRole('option').filter({ hasText: 'Kitchen' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/search');
  await expect(page.getByRole('link', { name: 'Kitchen' })).toBeVisible();
  await expectCalm(page);
});

test('the acts of the page are done by the page itself', async ({ page }) => {
  await enter(page);
  await page.goto('/directory/teams?q=qing');
  await page.getByRole('link', { name: 'Qing Ming crew', exact: true }).click();
  await page.waitForURL(/\/show$/);
  await open(page);
  await page.keyboard.type('watch');
  await expect(chosen(page)).toContainText('Watch');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Stop watching' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop watching' }).click();
  await expect(page.getByRole('button', { name: 'Watch', exact: true })).toBeVisible();
  await open(page);
  await page.keyboard.type('new team');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/directory/teams/create');
});

test('skin and language are changed by their words', async ({ page }) => {
  await enter(page, 'director2');
  await page.request.post('/api/language', { data: { language: 'en' } });
  await page.goto('/approvals');
  await open(page);
  await page.keyboard.type('dark mode');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass('dark-layout');
  await open(page);
  await expectCalm(page);
  await page.keyboard.type('deutsch');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Wartet auf mich' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('english');
  await expect(page.getByRole('option', { name: /^English/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Waiting for me' })).toBeVisible();
});

test('Hannah finds her own requests and no people', async ({ page }) => {
  await enter(page, 'requester');
  await page.goto('/approvals');
  await open(page);
  await page.keyboard.type('hannah');
  await expect(told(page)).not.toBeEmpty();
  await expect(palette(page).getByRole('group', { name: /^Users/ })).toHaveCount(0);
  await expect(palette(page).getByRole('group', { name: 'Purchase requests: All my requests' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(chosen(page)).toContainText('Show all results for “hannah”');
  await page.keyboard.press('Enter');
  const all = page.getByRole('link', { name: /: All \d+ in the list$/ });
  const [count] = (await all.textContent())!.match(/\d+/)!;
  await all.click();
  await expect(page).toHaveURL('/purchasing/my-purchase-requests/all-my-requests?q=hannah');
  await expect(page.locator('.page-head')).toContainText(`${count} `);
});

test('a slip of the keyboard is put right, in the palette, on the page and in the list, and the counts agree', async ({
  page,
}) => {
  await enter(page);
  await page.goto(LIST);
  await open(page);
  await page.keyboard.type('finnace');
  await expect(told(page)).toHaveText('No results for “finnace”. Showing results for “finance”.');
  await expect(palette(page).getByRole('group', { name: 'Departments' })).toContainText('Finance');
  await expectCalm(page);
  await page.goto('/search?q=finnace');
  await expect(page.getByText('No results for “finnace”. Showing results for “finance”.')).toBeVisible();
  await expectCalm(page);
  await page
    .locator('.card', { has: page.getByRole('heading', { name: /^Departments/ }) })
    .getByRole('link', { name: /in the list$/ })
    .click();
  await expect(page).toHaveURL(`${LIST}?q=finance`);
  await page.goto(`${LIST}?q=finnace`);
  await page.getByRole('link', { name: 'Search for “finance”' }).click();
  await expect(page.getByText('1 department', { exact: true })).toBeVisible();
});

test('says when nothing is found, and when the search does not answer; pages stay at hand', async ({ page }) => {
  await enter(page);
  await page.goto(LIST);
  await open(page);
  await page.keyboard.type('zzxqv');
  await expect(told(page)).toHaveText('No results for “zzxqv”. Three letters of a word or number are enough.');
  await expectCalm(page);
  await page.route('**/api/search?**', (route) => route.abort());
  await field(page).fill('purchas');
  await expect(told(page)).toHaveText(/The search did not respond/);
  await expect(
    palette(page)
      .getByRole('option', { name: /^Purchase requests/ })
      .first(),
  ).toBeVisible();
  await page.unroute('**/api/search?**');
  await options(page).filter({ hasText: 'Search again' }).click();
  await expect(told(page)).toHaveText(/^\d+ results?$/);
});

test('opens without waiting for the server, and offers pages meanwhile', async ({ page }) => {
  await enter(page);
  await page.goto(LIST);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/search?**', async (route) => {
    await asked;
    await route.continue();
  });
  await open(page);
  await page.keyboard.type('teams');
  await expect(options(page).filter({ hasText: 'Teams' }).first()).toBeVisible();
  answer();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the palette fills the screen and is closed by its button', async ({ page }) => {
    await enter(page);
    await page.goto(LIST);
    await page.getByRole('link', { name: 'Search everything' }).click();
    await expect(field(page)).toBeFocused();
    expect(await palette(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await expectCalm(page);
    await palette(page).getByRole('button', { name: 'Close' }).click();
    await expect(palette(page)).toBeHidden();
  });
});

test.describe('the search page on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('shows what each list has of the words, in two skins and two languages', async ({ page, context, baseURL }) => {
    await enterAsColleague(page, 'FINANCE-MANAGER', 'en');
    for (const [language, skin, heading] of [
      ['en', 'semi-dark', 'granite · Search · '],
      ['de', 'bordered', 'granite · Suche · '],
    ] as const) {
      await page.request.post('/api/language', { data: { language } });
      await context.addCookies([{ name: 'layout', value: encodeURIComponent(`skin=${skin}`), url: baseURL! }]);
      await page.goto('/search?q=granite');
      await expect(page).toHaveTitle(new RegExp(heading));
      await expect(page.locator('html')).toHaveAttribute('data-skin', skin);
      await expectCalm(page);
    }
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the bar’s field leads to the search page, and its results to the list with the same count', async ({
    page,
  }) => {
    await enter(page);
    await page.goto(LIST);
    await page.getByRole('banner').getByRole('searchbox', { name: 'Search everything' }).fill('stillwater');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/search?q=stillwater');
    await expect(page.getByRole('heading', { name: 'Business entities 2' })).toBeVisible();
    await page.getByRole('link', { name: 'Business entities: All 2 in the list' }).click();
    await expect(page).toHaveURL('/directory/business-entities?q=stillwater');
    await expect(page.getByText('2 business entities')).toBeVisible();
  });
});
