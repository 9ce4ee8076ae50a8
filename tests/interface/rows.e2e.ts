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

test('a list says in which order it is, where no head shows it', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  const order = siti.locator('.list-foot').getByText('Order: Created, descending');
  await siti.goto('/purchasing/purchase-requests/all-requests');
  await expect(order).toBeVisible();
  await siti.goto('/purchasing/purchase-requests/all-requests?cols=number,title,createdAt');
  await expect(siti.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending');
  await expect(order).toHaveCount(0);
  await siti.goto('/purchasing/purchase-requests/all-requests?sort=neededBy');
  await expect(order).toHaveCount(0);
});

test('compact is compact: rows of two lines and the log, too', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  const url = test.info().project.use.baseURL!;
  /** The height of the first one on a page. */
  const heights = async () => {
    const found: number[] = [];
    for (const [page, row] of [
      ['/purchasing/purchase-requests/all-requests', 'tr:has(.two-lines)'],
      ['/directory/activity-log', 'tr.log-entry'],
      ['/directory/departments', 'tbody tr'],
    ] as const) {
      await siti.goto(page);
      found.push((await siti.locator(row).first().boundingBox())!.height);
    }
    await siti.locator('.row-opens .row-link').first().click();
    const moments = siti.locator('.timeline > li');
    const padding = await moments.first().evaluate((one) => {
      one.parentElement!.append(one.cloneNode(true));
      return parseFloat(getComputedStyle(one).paddingBottom);
    });
    return [...found, padding];
  };
  const comfortable = await heights();
  await siti.context().addCookies([{ name: 'layout', value: 'density=compact', url }]);
  const compact = await heights();
  for (const [at, height] of compact.entries()) expect(height).toBeLessThan(comfortable[at]! * 0.85);
});
