import { expect, test } from '@playwright/test';
import { signedIn } from '#tests/support/pages.ts';

test('Prakash watches a request and stops, without another page, and it is so when he comes back', async ({
  browser,
}) => {
  const prakash = await signedIn(browser, 'purchasing');
  await prakash.goto('/purchasing/purchase-requests/all-requests?q=Granite');
  await prakash.locator('.row-link').click();
  await expect(prakash).toHaveURL(/\/show/);
  await prakash.evaluate(() => Object.assign(globalThis, { same: true }));
  const watch = prakash.getByRole('button', { name: /^(Watch|Stop watching)$/ });
  const before = await watch.getAttribute('aria-pressed');
  const after = before === 'true' ? 'false' : 'true';

  const [saved] = await Promise.all([prakash.waitForResponse(/\/watch$/), watch.click()]);
  expect(saved.status()).toBeLessThan(300);
  await expect(watch).toHaveAttribute('aria-pressed', after);
  expect(await prakash.evaluate(() => 'same' in globalThis)).toBe(true);
  await prakash.reload();
  await expect(watch).toHaveAttribute('aria-pressed', after);

  await prakash.route(/\/watch$/, (route) => route.fulfill({ status: 500, json: { code: 'unexpected', status: 500 } }));
  await watch.click();
  await expect(prakash.locator('.toast')).toBeVisible();
  await expect(watch).toHaveAttribute('aria-pressed', after);
});

test('Priya puts the columns of a list in order by key and by arrow, and without a script', async ({ browser }) => {
  const LIST = '/directory/departments';
  const heads = (page: import('@playwright/test').Page) =>
    page.locator('[data-record-list] thead th .sort-link, [data-record-list] thead th:not(:has(*))').allInnerTexts();
  const priya = await signedIn(browser, 'admin');
  await priya.goto(LIST);
  const [first, second, third] = await heads(priya);
  await priya.getByRole('button', { name: 'Columns' }).click();
  const panel = priya.locator('#list-columns');
  await panel.getByRole('button', { name: `Move “${second}” up` }).click();
  await panel.getByRole('checkbox', { name: third!, exact: true }).focus();
  await priya.keyboard.press('Alt+ArrowUp');
  await panel.getByRole('button', { name: 'Apply' }).click();
  await expect(priya).toHaveURL(/cols=/);
  expect((await heads(priya)).slice(0, 3)).toEqual([second, third, first]);

  const plain = await signedIn(browser, 'admin', { javaScriptEnabled: false });
  await plain.goto(LIST);
  await plain.getByRole('button', { name: 'Columns' }).click();
  await plain.getByRole('button', { name: `Move “${second}” up` }).click();
  expect((await heads(plain)).slice(0, 3)).toEqual([second, first, third]);
});
