import { expect, test } from '@playwright/test';
import { signedIn } from '#tests/support/pages.ts';

test('Marie follows a link to change a request that she may only read, and is on its page with the reason', async ({
  browser,
}) => {
  const [marie, cecilia] = await Promise.all([signedIn(browser, 'finance'), signedIn(browser, 'kitchen')]);
  await marie.goto('/purchasing/purchase-requests/all-requests?q=Granite');
  await marie.locator('.row-link').click();
  await expect(marie).toHaveURL(/\/show/);
  const address = new URL(marie.url()).pathname;

  await marie.goto(address.replace(/show$/, 'edit'));
  await expect(marie).toHaveURL(address);
  await expect(marie.locator('.toast')).toContainText('you do not have the right to change it');

  const hidden = await cecilia.goto(address.replace(/show$/, 'edit'));
  expect(hidden!.status()).toBe(404);
  await expect(cecilia.getByRole('heading', { level: 1 })).toHaveText('Page not found');
});
