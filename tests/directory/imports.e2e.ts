import { expect, test, type Page } from '@playwright/test';
import { expectCalm } from '#tests/support/pages.ts';

// Siti imports people, addresses and teams; Helen only reads the lists. Every test has names of its own.
const signIn = (page: Page, username = 'admin') =>
  page.request.post('/api/login', { data: { username, password: 'garden-demo-2026', rememberMe: false } });
const own = `i${Date.now().toString(36)}`;

async function tryFile(page: Page, ...lines: string[]): Promise<void> {
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await page.getByRole('button', { name: 'Preview' }).click();
}

test('Siti imports people from the list: they are invited, and leave again while nobody has accepted', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/directory/users');
  await page.getByRole('link', { name: 'Import' }).click();
  await expectCalm(page);
  await tryFile(
    page,
    'Full name,Username,E-mail,Roles',
    `Ann ${own},${own}.ann,${own}.ann@garden.example,STAFF`,
    `Ben ${own},admin,${own}.ben@garden.example,King`,
  );
  await expect(page.getByText('1 row can be imported. 1 row has errors.')).toBeVisible();
  await expect(page.getByRole('row', { name: /^3 Roles King There is no active record with this name/ })).toBeVisible();
  await expectCalm(page);
  await page.getByRole('button', { name: 'Import 1 row and skip the others' }).click();
  await expect(page.getByText('1 record created from list.csv.')).toBeVisible();
  const result = page.url();
  await page.getByRole('link', { name: 'Go to the list' }).click();
  await page.goto(`/directory/users?q=${own}`);
  await expect(page.getByRole('row', { name: `Ann ${own}` })).toContainText('Invited');
  await page.goto(result);
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('1 record removed.')).toBeVisible();
});

for (const [list, one, head, line] of [
  ['addresses', 'address', 'Label,Kind,Street,Postal code', `Gate ${own},Delivery,Lim Chu Kang Lane,718850`],
  ['teams', 'team', 'Name,Lead', `Team ${own},head`],
] as const) {
  test(`a spreadsheet of ${list} becomes records of the list`, async ({ page }) => {
    await signIn(page);
    await page.goto(`/directory/${list}`);
    await page.getByRole('link', { name: 'Import' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Import ${list}` })).toBeVisible();
    await tryFile(page, head, line);
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByRole('link', { name: 'Go to the list' }).click();
    await page.goto(`/directory/${list}?q=${own}`);
    await expect(page.getByText(`1 ${one}`, { exact: true })).toBeVisible();
  });
}

test('Helen finds no import, and its pages are not hers', async ({ page }) => {
  await signIn(page, 'auditor');
  for (const list of ['users', 'addresses', 'teams']) {
    await page.goto(`/directory/${list}`);
    await expect(page.getByRole('link', { name: 'Import' })).toHaveCount(0);
    await page.goto(`/directory/${list}/import`);
    await expect(page).toHaveURL('/not-authorized');
  }
});
