import { expect, test } from '@playwright/test';

// Siti maintains the companies; their logo is printed on documents.
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('Siti puts a logo at a company, says where customers pay to, and takes the logo away again', async ({ page }) => {
  await page.request.post('/api/login', {
    data: { username: 'admin', password: 'garden-demo-2026', rememberMe: false },
  });
  await page.goto('/directory/business-entities?q=Columbarium');
  await page.getByRole('link', { name: 'SCS' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  const place = page.locator('[data-image-upload$=logo]');
  await place
    .locator('input[type=file]')
    .setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: png.subarray(0, 40) });
  await expect(place.getByRole('status')).toHaveText(
    'This image cannot be read. It may be damaged; please open it, save it again and upload that.',
  );
  await place.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByRole('img', { name: /^Logo of Stillwater Columbarium/ })).toBeVisible();
  await page.getByLabel('Bank, Bank accounts 1').fill('Lion City Bank');
  await page.getByLabel('Account name, Bank accounts 1').fill('Stillwater Columbarium Services Pte Ltd');
  await page.getByLabel('Account number, Bank accounts 1').fill('012-345678-9');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/directory\/business-entities\/[^/]+\/show$/);
  await expect(page.getByRole('row', { name: /^Lion City Bank/ })).toContainText('012-345678-9');
  await expect(page.getByRole('img', { name: /^Logo of Stillwater Columbarium/ })).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('Account number, Bank accounts 1')).toHaveValue('012-345678-9');
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await expect(page.getByText('No logo yet')).toBeVisible();
});
