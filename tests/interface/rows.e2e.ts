import { expect, test, type Locator, type Page } from '@playwright/test';
import { signedIn } from '#tests/support/pages.ts';

// Siti points at a row, not at the number in it; at her desk and on her phone.
const LISTS = [
  '/purchasing/purchase-requests/all-requests',
  '/directory/users',
  '/directory/departments',
  '/directory/activity-log',
  '/settings',
  '/settings/jobs',
  '/settings/approval-policies',
  '/search?q=Stillwater',
];

/** Near the lower right corner of the row, where no link stands. */
async function atItsEdge(row: Locator): Promise<{ position: { x: number; y: number } }> {
  const { width, height } = (await row.boundingBox())!;
  return { position: { x: width * 0.6, y: height - 4 } };
}

const address = (page: Page, href: string) => new URL(href, page.url()).href;

for (const [where, viewport] of [
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const) {
  test(`any row opens where it is clicked, ${where}`, async ({ browser }) => {
    const siti = await signedIn(browser, 'admin', { viewport });
    for (const list of LISTS) {
      await siti.goto(list);
      const row = siti.locator('.row-opens').first();
      const href = address(siti, (await row.locator('.row-link').getAttribute('href'))!);
      await row.click(await atItsEdge(row));
      await expect(siti, list).toHaveURL(href);
    }
  });
}

test('the box of a row chooses it, and with Ctrl a row opens beside', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  await siti.goto('/directory/departments');
  const row = siti.locator('.row-opens').first();
  await row.getByRole('checkbox').click();
  await expect(row.getByRole('checkbox')).toBeChecked();
  await expect(siti).toHaveURL('/directory/departments');

  const href = address(siti, (await row.locator('.row-link').getAttribute('href'))!);
  const [beside] = await Promise.all([
    siti.context().waitForEvent('page'),
    row.click({ ...(await atItsEdge(row)), modifiers: ['Control'] }),
  ]);
  await expect(beside).toHaveURL(href);
  await expect(siti).toHaveURL('/directory/departments');
});

test('without script a row opens as well', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin', { javaScriptEnabled: false });
  await siti.goto('/directory/departments');
  const row = siti.locator('.row-opens').last();
  await row.click(await atItsEdge(row));
  await expect(siti).toHaveURL(/\/directory\/departments\/[^/]+\/show$/);
});
