import { expect, test, type Page } from '@playwright/test';
import { expectCalm, signedIn, pick } from '#tests/support/pages.ts';

// Helen audits: she reads departments, companies, addresses, teams and holidays, and changes none. Siti maintains them.
const DEPARTMENT = '/directory/departments?q=OPS';
const LISTS = [
  DEPARTMENT,
  '/directory/business-entities?q=SCS',
  '/directory/addresses',
  '/settings/holidays?q=deepavali',
];

async function openFirst(page: Page, list: string) {
  await page.goto(list);
  await page.locator('[data-row]').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/show$/);
}

test('Helen opens a record from its list, reads it and what happened to it, and finds nothing to change it', async ({
  browser,
}) => {
  const helen = await signedIn(browser, 'auditor');
  for (const one of LISTS) {
    await openFirst(helen, one);
    await expect(helen.getByRole('link', { name: 'Edit' })).toHaveCount(0);
    await expect(helen.locator('.record-head').getByRole('button', { name: /Close|Deactivate|Remove/ })).toHaveCount(0);
    await expect(helen.locator('dl.facts').first()).toBeVisible();
    await expectCalm(helen);
    const address = helen.url();
    await helen.goto(address.replace(/show$/, 'edit'));
    await expect(helen).toHaveURL('/not-authorized');
  }
});

test('from a department Helen goes to its company, its head and the departments below it', async ({ browser }) => {
  const helen = await signedIn(browser, 'auditor');
  await openFirst(helen, DEPARTMENT);
  await expect(helen.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();
  await helen.getByRole('link', { name: 'Stillwater Garden Pte Ltd' }).click();
  await expect(helen.getByRole('heading', { level: 1, name: /Stillwater Garden/ })).toBeVisible();
  await helen.goBack();
  await helen.getByRole('link', { name: 'Daniel Koh' }).first().click();
  await expect(helen).toHaveURL(/\/directory\/users\/[^/]+\/show/);
});

test('Siti closes a department from its page; why it cannot be changed then stands at the button', async ({
  browser,
}) => {
  const siti = await signedIn(browser, 'admin');
  await siti.goto('/directory/departments/create');
  const code = `S${Date.now().toString(36).toUpperCase()}`;
  await siti.getByLabel('Code', { exact: true }).fill(code);
  await siti.getByLabel('Name', { exact: true }).fill('Seed bank');
  await siti.getByLabel('Business entity').selectOption({ label: 'Stillwater Garden Pte Ltd' });
  await pick(siti.getByLabel('Head', { exact: true }), 'Daniel Koh');
  await siti.getByRole('button', { name: 'Save' }).click();
  await expect(siti.getByRole('heading', { level: 1, name: 'Seed bank' })).toBeVisible();
  await siti.locator('.record-head').getByRole('button', { name: 'Close' }).click();
  await expect(siti.locator('.record-head')).toContainText('Closed');
  const edit = siti.getByRole('button', { name: 'Edit' });
  await expect(edit).toBeDisabled();
  await expect(edit).toHaveAccessibleDescription(/closed/i);
  await expectCalm(siti);
  await siti.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await expect(siti.getByRole('link', { name: 'Edit' })).toBeVisible();
  await expect(siti.locator('.toast').getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('to Hannah, who may not read them, no such page opens', async ({ browser }) => {
  const helen = await signedIn(browser, 'auditor');
  await openFirst(helen, DEPARTMENT);
  const hannah = await signedIn(browser, 'requester');
  await hannah.goto(helen.url());
  await expect(hannah).toHaveURL('/not-authorized');
});

test('on a phone the pages fit', async ({ browser }) => {
  const helen = await signedIn(browser, 'auditor', { viewport: { width: 390, height: 844 } });
  for (const one of LISTS) {
    await openFirst(helen, one);
    await expectCalm(helen);
  }
});
