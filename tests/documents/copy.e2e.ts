import { expect, test } from '@playwright/test';
import { signedIn } from '#tests/support/pages.ts';
import { sent } from '#tests/support/sent-request.ts';

test('Hannah copies a request, and its form says so; the copy she cancels cannot be changed, and says why', async ({
  browser,
}) => {
  const hannah = await signedIn(browser, 'requester');
  const { id, number } = await sent(hannah, 'Ribbons for the copy', 41);
  await hannah.goto(`/purchasing/purchase-requests/${id}/show`);
  await hannah.getByRole('button', { name: 'More actions' }).click();
  await hannah.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(hannah).toHaveURL(/\/edit$/);
  const edit = new URL(hannah.url()).pathname;
  await expect(hannah).toHaveTitle(new RegExp(`Copy of ${number}`));
  await expect(hannah.getByRole('heading', { level: 1 })).toContainText(`Copy of ${number}`);
  const here = hannah.getByRole('navigation', { name: 'Breadcrumb' }).locator('[aria-current]');
  await expect(here).toContainText(`Copy of ${number}`);

  const copy = edit.split('/').at(-2)!;
  const { version } = await (await hannah.request.get(`/api/purchasing/purchase-requests/${copy}`)).json();
  const cancelled = await hannah.request.post(`/api/purchasing/purchase-requests/${copy}/cancellation`, {
    data: { version },
  });
  expect(cancelled.status()).toBe(200);
  await hannah.goto(edit);
  await expect(hannah).toHaveURL(edit.replace(/edit$/, 'show'));
  const reason = 'This cannot be changed while the status is “Cancelled”.';
  await expect(hannah.locator('.toast')).toContainText(reason);
  await hannah.getByRole('button', { name: 'More actions' }).click();
  await expect(hannah.locator('#document-more')).toContainText(reason);
});
