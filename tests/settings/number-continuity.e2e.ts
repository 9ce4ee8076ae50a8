import { expect, test, type Page } from '@playwright/test';
import { expectCalm } from '#tests/support/pages.ts';

// Helen audits the numbers; Kai Wen may not see them.
const LIST = '/settings/number-continuity';
const signIn = (page: Page, username = 'auditor') =>
  page.request.post('/api/login', { data: { username, password: 'garden-demo-2026', rememberMe: false } });

test('Helen sees that no number is missing, opens a series, and finds a document by its number', async ({ page }) => {
  await signIn(page);
  await page.goto(LIST);
  await expectCalm(page);
  const row = page.getByRole('row', { name: /PR-SWG-\d{4} Purchase requests/ });
  await expect(row).toContainText(/PR-SWG-\d{4}-00001/);
  await expect(row).toContainText('none');
  await expect(page.getByRole('link', { name: 'With missing numbers 0' })).toBeVisible();
  await row.getByRole('link').click();
  await expect(page.getByText('No number is missing.')).toBeVisible();
  await expectCalm(page);
  const number = page.getByRole('link', { name: /^PR-SWG-\d{4}-\d{5}$/ }).first();
  const words = (await number.textContent())!;
  await number.click();
  await expect(page).toHaveURL(/\/purchasing\/purchase-requests\/[\w-]+\/show/);
  await expect(page.getByText(words).first()).toBeVisible();
});

test('the proof goes home as a file', async ({ page }) => {
  await signIn(page);
  await page.goto(LIST);
  await page.getByRole('button', { name: 'Export' }).first().click();
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'As a CSV file' }).click(),
  ]);
  const text = await (await csv.createReadStream()).toArray().then((parts) => Buffer.concat(parts).toString('utf8'));
  expect(csv.suggestedFilename()).toMatch(/^Number continuity \d{4}-\d\d-\d\d\.csv$/);
  expect(text.split('\r\n')[0]).toBe('\ufeffSeries,Documents,Business entity,Year,First,Last,Issued,Missing,Voided');
  expect(text).toMatch(
    /PR-SWG-\d{4},Purchase requests,Stillwater Garden Pte Ltd,\d{4},PR-SWG-\d{4}-00001,PR-SWG-\d{4}-\d{5},\d+,0,/,
  );
  await page.goto(LIST);
  await page.getByRole('button', { name: 'Export' }).first().click();
  const [xlsx] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'As an Excel workbook' }).click(),
  ]);
  expect(xlsx.suggestedFilename()).toMatch(/\.xlsx$/);
});

test('who may read and not export sees no button for it, and who may not read is let in nowhere', async ({ page }) => {
  await signIn(page, 'manager');
  await page.goto(LIST);
  await expect(page).toHaveURL('/not-authorized');
});
