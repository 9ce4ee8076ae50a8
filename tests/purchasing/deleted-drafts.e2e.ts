import { expect, test } from '@playwright/test';
import { expectCalm, signedIn } from '#tests/support/pages.ts';

// Hannah throws a copy away, thinks again, throws it away once more, and finds it where it lies.
test('a draft that was deleted comes back by the button of the message, and from the tab of what was deleted', async ({
  browser,
}) => {
  const hannah = await signedIn(browser, 'requester');
  const mine = '/purchasing/my-purchase-requests/all-my-requests';
  const { items } = await (
    await hannah.request.get('/api/purchasing/my-purchase-requests?type=all-my-requests')
  ).json();
  const copy = await (await hannah.request.post(`/api/purchasing/purchase-requests/${items[0].id}/copy`)).json();
  const show = `/purchasing/purchase-requests/${copy.id}/show`;
  const remove = async () => {
    await hannah.goto(show);
    await hannah.getByRole('button', { name: 'More actions' }).click();
    await hannah.getByRole('button', { name: 'Delete draft' }).click();
    await hannah.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
    await expect(hannah).toHaveURL(new RegExp(`${mine}$`));
  };

  await remove();
  const message = hannah.locator('.toast');
  await expect(message).toContainText('has been deleted');
  await expectCalm(hannah);
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(hannah).toHaveURL(new RegExp(`${show}$`));
  await expect(hannah.locator('.toast')).toContainText('has been restored');
  await expect(hannah.getByRole('button', { name: 'Send for approval' }).first()).toBeVisible();

  await remove();
  await hannah.getByRole('link', { name: /^Deleted/ }).click();
  await expect(hannah).toHaveURL(/my-purchase-requests\/deleted$/);
  await expect(hannah.locator(`a[href="${show}"]`).first()).toBeVisible();
  await expectCalm(hannah);
  await hannah.locator(`a[href="${show}"]`).first().click();
  await expect(hannah.locator('.decision')).toContainText('It can be restored until');
  await expect(hannah.getByRole('button', { name: 'More actions' })).toHaveCount(0);
  await expectCalm(hannah);
  await hannah.locator('.decision').getByRole('button', { name: 'Restore' }).click();
  await expect(hannah.getByRole('button', { name: 'Send for approval' }).first()).toBeVisible();

  // Several at once, from the list itself.
  await hannah.goto('/purchasing/my-purchase-requests/my-drafts');
  await hannah
    .locator('tr', { has: hannah.locator(`a[href="${show}"]`) })
    .locator('.row-check')
    .check();
  await hannah.locator('.bulk-bar').getByRole('button', { name: 'Delete draft' }).click();
  await hannah.getByRole('dialog').getByRole('button', { name: 'Delete 1 purchase request' }).click();
  await expect(hannah.locator('.list-result')).toContainText('1 purchase request deleted');
  await hannah.locator('.list-result').getByRole('button', { name: 'Undo' }).click();
  await expect(hannah.locator('.list-result')).toContainText('1 purchase request restored');
  await expect(hannah.locator(`a[href="${show}"]`).first()).toBeVisible();
});
