import { expect, test } from '@playwright/test';
import { signedIn } from '#tests/support/pages.ts';

// One of each kind: the plain form of a record, and that of a document.
const FORMS = [
  { address: '/directory/teams/create', control: '#name', who: 'admin' },
  { address: '/purchasing/purchase-requests/new/create', control: '#title', who: 'requester' },
] as const;

for (const { address, control, who } of FORMS) {
  test(`${address}: what could not be saved is said and tried again, two windows learn of each other`, async ({
    browser,
  }) => {
    const one = await signedIn(browser, who);
    await one.request.delete(`/api/drafts?place=${address}`);
    await one.goto(address);
    const field = one.locator(control);
    const other = await one.context().newPage();
    await other.goto(address);

    await one.route('**/api/drafts?**', (route) => route.abort());
    await field.fill('Half a thought');
    await expect(one.getByText('Draft not saved yet. Trying again.')).toBeVisible();
    await one.unroute('**/api/drafts?**');
    await expect(one.getByText(/^Draft saved \d\d:\d\d[ap]m$/)).toBeVisible({ timeout: 15_000 });

    await other.locator(control).fill('Another thought');
    await expect(other.getByText('A newer draft was saved in another window.')).toBeVisible();
    await expect(other.locator(control)).toHaveValue('Another thought');
    await other.getByRole('button', { name: 'Keep this text' }).click();
    await expect(other.getByText(/^Draft saved \d\d:\d\d[ap]m$/)).toBeVisible();

    await field.fill('Half a thought, and more');
    await expect(one.getByText('A newer draft was saved in another window.')).toBeVisible();
    await one.getByRole('button', { name: 'Show the newer draft' }).click();
    await expect(one).toHaveURL(/\?restore$/);
    await expect(field).toHaveValue('Another thought');

    await one.route('**/api/drafts?**', (route) =>
      route.request().method() === 'DELETE' ? route.abort() : route.continue(),
    );
    await one.getByRole('button', { name: 'Discard' }).click();
    await expect(one.getByText('The draft could not be discarded. Please try again.')).toBeVisible();
    await one.unroute('**/api/drafts?**');
    await one.getByRole('button', { name: 'Discard' }).click();
    await expect(one).toHaveURL(address);
    await expect(field).toHaveValue('');
    await expect(one.getByRole('button', { name: 'Discard' })).toHaveCount(0);
  });

  test(`${address}: what could not be saved is there after loading again`, async ({ browser }) => {
    const page = await signedIn(browser, who);
    await page.request.delete(`/api/drafts?place=${address}`);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(address);
    await page.route('**/api/drafts?**', (route) => route.abort());
    await page.locator(control).fill('Half a thought');
    await expect(page.getByText('Draft not saved yet. Trying again.')).toBeVisible();
    await page.unroute('**/api/drafts?**');
    await page.reload();
    await expect(page).toHaveURL(/\?restore$/);
    await expect(page.locator(control)).toHaveValue('Half a thought');
    await page.request.delete(`/api/drafts?place=${address}`);
  });
}
