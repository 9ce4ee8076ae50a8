import { expect, test } from '@playwright/test';
import { signedIn } from '#tests/support/pages.ts';

test('Hannah reads the newest entries of a long log, is told that there are more, and reads all', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const hannah = await signedIn(browser, 'requester');
  const { request } = hannah;
  const { items } = await (await request.get('/api/purchasing/my-purchase-requests?type=all-my-requests')).json();
  const { id } = await (await request.post(`/api/purchasing/purchase-requests/${items[0].id}/copy`)).json();
  const watch = `/api/records/purchase-request/${id}/watch`;
  const rows = hannah.locator('table.as-cards > tbody > tr');

  await hannah.goto(`/purchasing/purchase-requests/${id}/show?tab=log`);
  await expect(rows.first()).toBeVisible();
  await expect(hannah.getByText('These are the newest')).toHaveCount(0);
  for (let times = 0; times < 101; times += 1) {
    expect((await request.delete(watch)).status()).toBe(200);
    expect((await request.post(watch, { data: {} })).status()).toBe(200);
  }
  await hannah.reload();
  await expect(hannah.getByText('These are the newest 200 entries.')).toBeVisible();
  await expect(rows).toHaveCount(200);
  const all = hannah.getByRole('link', { name: /^Show all \d+$/ });
  const count = Number(/\d+/.exec((await all.textContent())!)![0]);
  expect(count).toBeGreaterThan(202);
  await all.click();
  await expect(rows).toHaveCount(count);
  await expect(hannah.getByText('These are the newest')).toHaveCount(0);
});
