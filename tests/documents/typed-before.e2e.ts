import { expect, test, type Page } from '@playwright/test';
import { signedIn } from '#tests/support/pages.ts';

// Hannah is on a slow line: the form stands before its script has come, and she does not wait.

test('what Hannah types before the script of a form has come stays, is kept as a draft and is saved', async ({
  browser,
}) => {
  test.setTimeout(60_000);
  const title = `Bronze lanterns, ${Date.now()}`;
  const neededBy = new Date(Date.now() + 20 * 86_400_000).toLocaleDateString('en-GB', { timeZone: 'Asia/Singapore' });
  const hannah = await signedIn(browser, 'requester');
  const errors: string[] = [];
  hannah.on('pageerror', (error) => errors.push(error.message));
  hannah.on('console', (message) => {
    if (message.type() === 'error' && /hydrat|React/i.test(message.text())) errors.push(message.text());
  });
  const bring = await scriptsHeldBack(hannah);
  hannah.setDefaultTimeout(10_000);
  await hannah.goto('/purchasing/purchase-requests/new/create', { waitUntil: 'commit' });

  await hannah.getByLabel('Title').fill(title);
  await hannah.getByLabel('Needed by').fill(neededBy);
  await hannah.locator('.form-fold summary').click();
  await hannah.getByRole('group', { name: 'Priority' }).getByText('Urgent', { exact: true }).click();
  await hannah.getByLabel('Purpose').fill('For the lake path.');
  await hannah.getByLabel('Deliver to').selectOption({ label: 'Site store' });
  await hannah.locator('#expenseCategoryId').selectOption({ label: '5410 Landscaping' });
  await hannah.locator('#costCenterId').selectOption({ label: 'OPS-COL Columbarium' });
  await hannah.getByLabel('Item 1: Item').fill('Lantern, 40 cm');
  await hannah.getByLabel('Item 1: Quantity').fill('12');
  await hannah.getByLabel('Item 1: Unit price').fill('85');
  await hannah.getByLabel('Item 1: Unit', { exact: true }).selectOption('Lot(s)');
  await expect(hannah.locator('astro-island[ssr][component-url*="PurchaseRequestForm"]')).toHaveCount(1);

  const kept = hannah.waitForRequest(
    (request) => request.method() === 'PUT' && (request.postData() ?? '').includes(title),
  );
  bring();
  await expect(hannah.locator('astro-island[component-url*="PurchaseRequestForm"]:not([ssr])')).toHaveCount(1);
  expect((await kept).postData()).toContain('Lantern, 40 cm');
  // A field that is asked for only of what is urgent appears.
  await hannah.locator('#priorityReason').fill('The old ones are broken.');
  await expect(hannah.getByLabel('Title')).toHaveValue(title);
  await expect(hannah.getByLabel('Needed by')).toHaveValue(neededBy);
  await expect(hannah.getByRole('radio', { name: 'Urgent', exact: true })).toBeChecked();
  await expect(hannah.getByLabel('Purpose')).toHaveValue('For the lake path.');
  await expect(hannah.getByLabel('Deliver to').locator('option:checked')).toHaveText('Site store');
  await expect(hannah.getByLabel('Item 1: Item')).toHaveValue('Lantern, 40 cm');
  await expect(hannah.getByLabel('Item 1: Quantity')).toHaveValue('12');
  expect(errors).toEqual([]);

  // The rows that come after keep the first.
  await hannah.getByLabel('Item 1: Item').press('Enter');
  await expect(hannah.getByLabel('Item 2: Item')).toBeFocused();
  const sent = hannah.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/purchase-requests'),
  );
  await hannah.getByRole('button', { name: 'Save and close' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    title,
    priority: 'urgent',
    purpose: 'For the lake path.',
    neededBy: neededBy.split('/').toReversed().join('-'),
    lines: [{ description: 'Lantern, 40 cm', quantity: 12, unit: 'Lot(s)', unitPriceE4: 850_000 }],
  });
  await hannah.waitForURL(/\/show$/);
  await expect(hannah.getByRole('heading', { level: 1 })).toContainText(title);
  await expect(hannah.getByText('Lantern, 40 cm').first()).toBeVisible();
});

test('Discard pressed before the script of a form has come discards the draft once it has', async ({ browser }) => {
  const address = '/purchasing/purchase-requests/new/create';
  const hannah = await signedIn(browser, 'requester');
  await hannah.goto(address);
  await hannah.getByLabel('Title').fill('Half a thought');
  await expect(hannah.getByText(/^Draft saved/)).toBeVisible();
  const bring = await scriptsHeldBack(hannah);
  await hannah.goto(`${address}?restore`, { waitUntil: 'commit' });
  await expect(hannah.getByLabel('Title')).toHaveValue('Half a thought');
  await hannah.getByRole('button', { name: 'Discard' }).click();
  const discarded = hannah.waitForResponse((response) => response.request().method() === 'DELETE');
  bring();
  expect((await discarded).ok()).toBe(true);
  await expect(hannah).toHaveURL(address);
  await expect(hannah.getByLabel('Title')).toHaveValue('');
});

/** Holds the scripts of the page back until the function it answers with is called. */
async function scriptsHeldBack(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/_astro\/.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}
