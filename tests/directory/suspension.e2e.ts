import { expect, test, type Browser, type Page } from '@playwright/test';

// Siti administers. Kumar Raman, an agent, is suspended in the middle of his work.
const PASSWORD = 'garden-demo-2026';

async function enter(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signedIn(browser: Browser, username: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await enter(page, username);
  await expect(page).not.toHaveURL(/\/login/);
  return page;
}

test('Kumar is suspended at his desk with a reason, and let in again', async ({ browser }) => {
  const [siti, kumar] = [await signedIn(browser, 'admin'), await signedIn(browser, 'agent')];
  await siti.goto('/directory/users?q=Kumar');
  await siti.getByRole('link', { name: /Kumar Raman/ }).click();
  await siti.getByRole('button', { name: 'Suspend' }).click();
  const dialog = siti.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: /^Suspend Kumar Raman/ })).toBeVisible();
  await dialog.getByLabel('Reason').fill('   ');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog.getByText('Please fill in this field.')).toBeVisible();
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  await dialog.getByLabel('Reason').fill('Left the agency without notice.');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(siti.getByText(/is suspended\. \d+ sessions? ended\./)).toBeVisible();
  await expect(siti.getByText('“Left the agency without notice.”').first()).toBeVisible();

  await kumar.goto('/directory/my-profile');
  await expect(kumar).toHaveURL(/\/login/);
  await enter(kumar, 'agent');
  await expect(kumar.getByRole('alert')).toBeVisible();

  await siti.goto('/directory/activity-log?event=user.suspend');
  await siti
    .getByRole('link', { name: /Show what changed: Siti Aminah suspended/ })
    .first()
    .click();
  await expect(siti.getByRole('row', { name: 'Status Active Suspended', exact: true })).toBeVisible();
  await siti.getByRole('link', { name: 'Show all of this request' }).click();
  await expect(siti.getByText(/^Request: /)).toBeVisible();

  await siti.goto('/directory/users?q=Kumar');
  await siti.getByRole('link', { name: /Kumar Raman/ }).click();
  await siti.getByRole('button', { name: 'Reactivate' }).click();
  const review = siti.getByRole('dialog', { name: /^Reactivate Kumar Raman .*$/ });
  await expect(review.getByRole('listitem')).toHaveCount(1);
  await review.getByLabel('I have reviewed these rights').check();
  await review.getByRole('button', { name: 'Reactivate' }).click();
  await expect(siti.getByText('can sign in again')).toBeVisible();
  await enter(kumar, 'agent');
  await expect(kumar).not.toHaveURL(/\/login/);
});

test('Siti finds no way to suspend herself', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  await siti.goto('/directory/users?q=Aminah');
  await siti.getByRole('link', { name: 'Siti Aminah', exact: true }).click();
  await expect(siti.getByRole('link', { name: 'Edit' })).toBeVisible();
  expect(await siti.getByRole('button', { name: 'Suspend' }).count()).toBe(0);
});
