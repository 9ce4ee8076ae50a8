import { expect, test, type Page } from '@playwright/test';
import { expectCalm, signedIn } from '#tests/support/pages.ts';

const API = '/api/purchasing/purchase-requests';
const row = (page: Page, id: string) =>
  page.locator('tr', { has: page.locator(`a[href="/purchasing/purchase-requests/${id}/show"]`) });

// Hannah has changed her mind about a request that she has sent, and ticks one with it that is over already.
test('several requests are cancelled with one reason, and what is not possible is said before and stays chosen', async ({
  browser,
}) => {
  const hannah = await signedIn(browser, 'requester');
  const { items } = await (
    await hannah.request.get('/api/purchasing/my-purchase-requests?type=all-my-requests')
  ).json();
  const copied = async () => (await (await hannah.request.post(`${API}/${items[0].id}/copy`)).json()) as { id: string };
  const [open, over] = [await copied(), await copied()];
  await hannah.request.post(`${API}/${over.id}/cancellation`, { data: { version: 1 } });
  await hannah.goto('/purchasing/my-purchase-requests/all-my-requests?perPage=50&sort=-createdAt');
  for (const { id } of [open, over]) await row(hannah, id).locator('.row-check').check();
  await hannah.locator('.bulk-bar').getByRole('button', { name: 'Cancel' }).click();
  const dialog = hannah.getByRole('dialog');
  await expect(dialog).toContainText('Cancel 2 purchase requests?');
  await expect(dialog).toContainText('Not possible for 1 of them: This is not possible in the current status.');
  await expectCalm(hannah);
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('Not needed any more');
  await dialog.getByRole('button', { name: 'Cancel 2 purchase requests' }).click();
  await expect(hannah.locator('.list-result')).toContainText('1 purchase request cancelled, 1 not done');
  await expect(row(hannah, open.id)).toContainText('Cancelled');
  await expect(row(hannah, over.id).locator('.row-check')).toBeChecked();
  await expectCalm(hannah);
});

test('Hannah chooses the rows between two clicks with Shift, and the box of all says that some are chosen', async ({
  browser,
}) => {
  const hannah = await signedIn(browser, 'requester');
  await hannah.goto('/purchasing/my-purchase-requests/all-my-requests');
  const boxes = hannah.locator('.row-check');
  expect(await boxes.count()).toBeGreaterThan(3);
  await boxes.nth(0).click();
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  await expect(hannah.locator('.row-check:checked')).toHaveCount(3);
  await expect(hannah.locator('[data-choose-all]:indeterminate')).toHaveCount(1);
  await expectCalm(hannah);
});
