import { expect, test } from '@playwright/test';
import { signedIn } from '#tests/support/pages.ts';

const PHONE = '+65 61234567';

test('Priya finds the search wide at the left of the bar, and what it finds is said', async ({ browser }) => {
  for (const width of [1440, 1024]) {
    const priya = await signedIn(browser, 'purchasing', { viewport: { width, height: 800 } });
    await priya.goto('/dashboard');
    const field = priya.getByRole('banner').getByPlaceholder('Search requests, people, pages');
    const box = (await field.boundingBox())!;
    expect(box.width).toBeGreaterThan(380);
    expect(box.x).toBeLessThan(width / 3);
    await priya.getByRole('banner').getByRole('link', { name: 'Help' }).click();
    await expect(priya.getByRole('heading', { level: 1 })).toHaveText('Help');
    await priya.context().close();
  }
});

test('a visitor finds help, privacy and the telephone of the garden where nothing else is open', async ({ page }) => {
  for (const address of ['/login', '/page-not-found', '/not-authorized', '/forgot-password']) {
    await page.goto(address);
    const foot = page.getByRole('contentinfo');
    await expect(foot.getByRole('link', { name: PHONE })).toHaveAttribute('href', 'tel:+6561234567');
    await expect(foot.getByRole('link', { name: 'Privacy' })).toBeVisible();
    await expect(foot.getByRole('link', { name: 'Help' })).toBeVisible();
  }
  await page.goto('/page-not-found');
  await expect(page.getByRole('main')).toContainText(`please call ${PHONE}.`);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByRole('main')).toContainText('kept for 7 years');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click();
  await page.getByRole('link', { name: 'Set a new password' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});
