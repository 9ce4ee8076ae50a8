import { expect, test, type Page } from '@playwright/test';

// A part of a page's script that does not load: the page says so, the console says which (specification, section 8).
const SENTENCE = 'Sorry something went wrong. Please refresh the page and try again.';
const FORM = '/purchasing/purchase-requests/new/create';

async function enter(page: Page, username: string): Promise<void> {
  await page.request.post('/api/login', { data: { username, password: 'garden-demo-2026', rememberMe: false } });
}

/** What the console tells those who look after the app. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return errors;
}

const told = (page: Page) => page.locator('#toasts').getByText(SENTENCE);
const again = (page: Page) => page.locator('#toasts').getByRole('link', { name: 'Refresh' });

test('the form of a purchase request that does not load says so, and comes with the page loaded again', async ({
  page,
}) => {
  await enter(page, 'requester');
  const errors = errorsOf(page);
  await page.route('**/_astro/PurchaseRequestForm.*.js*', (route) => route.abort());
  await page.goto(FORM);
  await expect(told(page)).toBeVisible();
  expect(errors.join('\n')).toMatch(/The chunk \S*PurchaseRequestForm\.\S+\.js did not load/);
  await page.unroute('**/_astro/PurchaseRequestForm.*.js*');
  await again(page).click();
  await expect(page.locator('astro-island:not([ssr])').first()).toBeAttached();
  await expect(told(page)).toBeHidden();
});

test('the palette that does not load says so, and the page stays', async ({ page }) => {
  await enter(page, 'admin');
  const errors = errorsOf(page);
  await page.route('**/_astro/open-palette.*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/directory/departments');
  await page.waitForFunction(() => window.loadChunk !== undefined);
  await page.keyboard.press('Control+k');
  await expect(told(page)).toBeVisible();
  await expect(page).toHaveURL('/directory/departments');
  expect(errors.join('\n')).toMatch(/The chunk \S*open-palette\.\S+\.js did not load/);
  await page.keyboard.press('Control+k');
  await expect(told(page)).toHaveCount(1);
  await page.unroute('**/_astro/open-palette.*.js');
  await again(page).click();
  await page.waitForFunction(() => window.loadChunk !== undefined);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
});

test('what has not come after two minutes does not come: form and palette', async ({ page }) => {
  await enter(page, 'requester');
  await page.clock.install();
  const errors = errorsOf(page);
  await page.route(/_astro\/(PurchaseRequestForm|open-palette)\.[^/]*\.js/, () => {});
  await page.goto(FORM, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.loadChunk && localStorage.getItem('session')?.includes('{"'));
  await page.clock.runFor(119_000);
  await expect(told(page)).toBeHidden();
  await page.clock.runFor(2_000);
  await expect(told(page)).toBeVisible();
  expect(errors.filter((text) => text.includes('did not load'))).toHaveLength(1);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('Control+k');
  await page.clock.runFor(121_000);
  expect(errors.join('\n')).toMatch(/The chunk \S*open-palette\.\S+\.js did not load/);
});

test('a page whose whole script breaks off says so as well', async ({ page }) => {
  await enter(page, 'admin');
  await page.route('**/_astro/after-start.*.js', (route) => route.abort());
  await page.goto('/directory/departments');
  await expect(told(page)).toBeVisible();
  await expect(again(page)).toBeVisible();
});
