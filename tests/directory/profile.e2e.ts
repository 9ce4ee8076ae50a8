import { expect, test } from '@playwright/test';

// Joyce, of the agency desk, looks after her own profile.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.beforeEach(async ({ page }) => {
  await page.goto('/login?to=/directory/my-profile');
  await page.getByLabel('Username or e-mail').fill('agency');
  await page.getByLabel('Password', { exact: true }).fill('garden-demo-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'My profile' })).toBeVisible();
});

test('Joyce puts a picture and a signature there, and takes them away again', async ({ page }) => {
  for (const [which, remove] of [
    ['image', 'Remove photo'],
    ['signature', 'Remove signature'],
  ] as const) {
    const place = page.locator(`[data-image-upload$=${which}]`);
    await place
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await expect(place.getByRole('status')).toContainText('PNG or JPEG');
    await place.locator('input[type=file]').setInputFiles({ name: 'joyce.png', mimeType: 'image/png', buffer: png });
    await expect(page.getByRole('button', { name: remove })).toBeVisible();
  }
  await expect(page.getByRole('img', { name: 'Signature: Joyce Ng' })).toBeVisible();
  for (const remove of ['Remove photo', 'Remove signature']) {
    await page.getByRole('button', { name: remove }).click();
    await expect(page.getByText('Your profile has been saved.').first()).toBeVisible();
    await expect(page.getByRole('button', { name: remove })).toHaveCount(0);
  }
});

test('a first page that is not open to her is refused at the field, with all she typed still there', async ({
  page,
}) => {
  await page.goto('/directory/my-profile/update');
  await page.getByLabel('Preferred name').fill('Joy');
  await page.getByLabel(/^First page/).fill('/directory/roles');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This page does not exist or you do not have access to it.').first()).toBeVisible();
  await expect(page.getByLabel('Preferred name')).toHaveValue('Joy');
  await page.getByLabel(/^First page/).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile has been saved.')).toBeVisible();
});

test('she ends another session of hers, and only that one', async ({ page, playwright, baseURL }) => {
  const elsewhere = await playwright.request.newContext({
    baseURL: baseURL!,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1',
  });
  await elsewhere.post('/api/login', { data: { username: 'agency', password: 'garden-demo-2026', rememberMe: true } });
  await page.goto('/pages/account-setting?tab=security');
  await page
    .getByRole('button', { name: /^End: Safari, iPhone/ })
    .first()
    .click();
  await expect(page.getByText('The session has ended.')).toBeVisible();
  expect((await elsewhere.get('/directory/my-profile', { maxRedirects: 0 })).status()).toBe(303);
  await elsewhere.dispose();
});
