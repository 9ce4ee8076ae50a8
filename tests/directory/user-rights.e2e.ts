import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { pick } from '#tests/support/pages.ts';

// Siti is asked why Farid cannot open Hannah's request, and whether Daniel should become finance manager.
const PASSWORD = 'garden-demo-2026';

async function signedIn(browser: Browser, username: string, viewport = { width: 1440, height: 900 }): Promise<Page> {
  const page = await (await browser.newContext({ viewport })).newPage();
  await page.goto('/login');
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
  return page;
}

async function rightsOf(page: Page, name: string): Promise<void> {
  await page.goto(`/directory/users?q=${name.split(' ')[0]}`);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('link', { name: 'Rights', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'May this person …?' })).toBeVisible();
}

for (const width of [1440, 390]) {
  test(`Siti finds out why Farid cannot open a request, at ${width} pixels`, async ({ browser }) => {
    const siti = await signedIn(browser, 'admin', { width, height: 900 });
    await rightsOf(siti, 'Farid Rahman');
    await siti.getByLabel('Right', { exact: true }).selectOption({ label: 'Purchase requests: Show own' });
    await siti.getByLabel(/^Record number/).fill('PR-SWG-1999-00001');
    await siti.getByRole('button', { name: 'Check' }).click();
    await expect(siti.getByText('There is no such record.')).toBeVisible();
    await expect(siti.getByLabel(/^Record number/)).toHaveValue('PR-SWG-1999-00001');
    await siti.getByLabel(/^Record number/).fill('PR-SWG-2026-00001');
    await siti.getByRole('button', { name: 'Check' }).click();
    await expect(siti.getByRole('status').filter({ hasText: 'No, Farid Rahman may not do this.' })).toContainText(
      'PR-SWG-2026-00001',
    );
    await expect(siti.getByText('This one belongs to someone else: Hannah Lim.')).toBeVisible();
    expect((await new AxeBuilder({ page: siti }).analyze()).violations).toEqual([]);

    await pick(siti.getByLabel('Compare with'), 'Daniel Koh');
    await siti.getByRole('button', { name: 'Compare' }).click();
    await expect(siti.getByRole('heading', { name: /^Only Farid Rahman 0$/ })).toBeVisible();
    await expect(
      siti.getByRole('listitem').filter({ hasText: 'Account requests: Request an account, Approve' }),
    ).toContainText('Department head');
    expect((await new AxeBuilder({ page: siti }).analyze()).violations).toEqual([]);
  });
}

test('a role is only tried', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  await rightsOf(siti, 'Bala Krishnan');
  await siti.getByLabel('Role', { exact: true }).selectOption({ label: 'Finance manager' });
  await siti.getByRole('button', { name: 'Preview' }).click();
  await expect(siti.getByRole('heading', { name: /^Bala Krishnan would gain \d+ rights$/ })).toBeVisible();
  await expect(siti.getByText('Budget overview: Read, See expenses')).toBeHidden();
  await siti.locator('.fold summary', { hasText: 'Budgeting' }).click();
  await expect(siti.getByText('Budget overview: Read, See expenses')).toBeVisible();
  await siti.getByRole('link', { name: 'Details', exact: true }).click();
  await expect(siti.getByText('Finance manager')).toHaveCount(0);
});

test('Helen, who reads everything, is not shown the panel', async ({ browser }) => {
  const helen = await signedIn(browser, 'auditor');
  await helen.goto('/directory/users?q=Bala');
  await helen.getByRole('link', { name: 'Bala Krishnan', exact: true }).click();
  await expect(helen.getByRole('heading', { name: 'Bala Krishnan' })).toBeVisible();
  expect(await helen.getByRole('link', { name: 'Rights', exact: true }).count()).toBe(0);
  await helen.goto(`${helen.url()}?tab=rights`);
  expect(await helen.getByRole('heading', { name: 'May this person …?' }).count()).toBe(0);
});
