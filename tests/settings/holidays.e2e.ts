import { expect, test, type Page } from '@playwright/test';
import { enterAsColleague, expectCalm } from '#tests/support/pages.ts';

// Siti maintains the holidays; auditors read them. Every test works on days of its own.
const LIST = '/settings/holidays';
const signIn = (page: Page, username = 'admin') =>
  page.request.post('/api/login', { data: { username, password: 'garden-demo-2026', rememberMe: false } });

test('Siti finds the holidays that come, enters one, moves it and takes it out', async ({ page }) => {
  await signIn(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Public holidays' }).click();
  await expectCalm(page);
  await page.goto(`${LIST}?q=2027&perPage=25`);
  await expect(page.getByRole('row', { name: /28\/10\/2027 Deepavali/ })).toContainText('date may change');
  await page.getByRole('link', { name: 'New holiday' }).click();
  await expectCalm(page);
  await page.getByLabel('Date', { exact: true }).fill('31/02/2041');
  await page.getByLabel('Name', { exact: true }).fill('Founders’ day');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please enter a date such as').first()).toBeVisible();
  await page.getByLabel('Date', { exact: true }).fill('01/03/2041');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('“Founders’ day” has been saved.')).toBeVisible();
  await page.goto(`${LIST}?q=founders`);
  await page.getByRole('link', { name: '01/03/2041' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Date', { exact: true }).fill('02/03/2041');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.goto(`${LIST}?q=founders`);
  await page.getByRole('link', { name: '02/03/2041' }).click();
  await expect(page.getByText(/changed 1 field/)).toBeVisible();
  await expectCalm(page);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Not observed', { exact: true })).toBeVisible();
  await page.goto(`${LIST}?q=founders`);
  await expect(page.getByRole('heading', { name: 'No records match these filters' })).toBeVisible();
});

test('a spreadsheet of the next year is tried and imported', async ({ page }) => {
  await signIn(page);
  await page.goto(`${LIST}/import`);
  await expectCalm(page);
  const content = 'Date,Name,Name in German\n10/02/2043,Chinese New Year,Chinesisches Neujahr\n25/12/2026,Christmas,\n';
  await page.getByLabel('File').setInputFiles({ name: '2043.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('1 row can be imported. 1 row has errors.')).toBeVisible();
  await expectCalm(page);
  await page.getByRole('button', { name: 'Import 1 row and skip the others' }).click();
  await expect(page.getByText('1 record created from 2043.csv.')).toBeVisible();
  await page.goto(`${LIST}?q=2043`);
  await expect(page.getByRole('row', { name: /10\/02\/2043 Chinese New Year/ })).toBeVisible();
});

test('an auditor reads them in her language and finds nothing to change them with', async ({ page }) => {
  await enterAsColleague(page, 'AUDITOR', 'fr');
  await page.goto(`${LIST}?type=past&q=2025`);
  await expect(page.getByRole('cell', { name: 'Vendredi saint' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Nouveau jour férié' })).toHaveCount(0);
  await expectCalm(page);
  await page.goto(`${LIST}/create`);
  await expect(page).toHaveURL('/not-authorized');
});
