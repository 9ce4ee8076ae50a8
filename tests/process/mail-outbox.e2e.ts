import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { signedIn } from '#tests/support/pages.ts';

// Siti looks after the mails of the app, which are only stored because there is no mail server.
async function expectCalm(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ iframes: false })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
}

async function testMail(siti: Page, template: string): Promise<void> {
  await siti.goto('/settings/mails');
  await siti.getByRole('button', { name: 'Send a test' }).click();
  const dialog = siti.getByRole('dialog');
  await dialog.getByLabel('Template').selectOption({ label: template });
  await dialog.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await expectCalm(siti);
  await dialog.getByRole('button', { name: 'Send a test' }).click();
  await expect(siti.locator('.toast')).toContainText('A test has been sent to admin@garden.example.');
}

test('mails are stored and seen as their readers see them, and nothing in them runs', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  await testMail(siti, 'Welcome');
  await expect(siti.getByText('Mails are stored here and not sent.')).toBeVisible();
  await expectCalm(siti);
  await siti
    .getByRole('link', { name: /\[Probe\] Willkommen/ })
    .first()
    .click();
  const frame = siti.frameLocator('iframe');
  await expect(frame.getByText('Guten Tag Siti Aminah,')).toBeVisible();
  await expectCalm(siti);
  const preview = await siti.request.get((await siti.locator('iframe').getAttribute('src'))!);
  expect(preview.headers()).toMatchObject({
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(await siti.locator('iframe').getAttribute('sandbox')).toBe('');
  const helen = await signedIn(browser, 'auditor');
  await helen.goto(siti.url());
  await expect(helen.getByRole('button', { name: 'Resend' })).toHaveCount(0);
});

test('a link in news ends them by a button or by a mail program, and never by being opened', async ({
  browser,
  playwright,
  baseURL,
}) => {
  const siti = await signedIn(browser, 'admin');
  const news = async (value: boolean) =>
    siti.request.put('/api/notifications/preferences', { data: { events: {}, news: value } });
  const agreed = async () =>
    ((await (await siti.request.get('/api/notifications/preferences')).json()) as { news: boolean }).news;
  await news(true);
  await testMail(siti, 'Promotional');
  await siti
    .getByRole('link', { name: /Neuigkeiten von Stillwater Garden/ })
    .first()
    .click();
  const link = (await siti.locator('.mail-text').textContent())!.match(/\/de\/unsubscribe\/[\w-]+/)![0];

  const scanner = await playwright.request.newContext({ baseURL });
  for (const method of ['GET', 'HEAD', 'GET']) expect((await scanner.fetch(link, { method })).status()).toBe(200);
  expect(await agreed()).toBe(true);
  expect((await scanner.post(link, { form: { 'List-Unsubscribe': 'One-Click' } })).status()).toBe(200);
  expect(await agreed()).toBe(false);
  await scanner.dispose();

  await news(true);
  const mei = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await mei.goto(link);
  await expect(mei.getByRole('heading', { level: 1 })).toHaveText('Neuigkeiten abbestellen?');
  await mei.getByRole('button', { name: 'Abbestellen' }).click();
  await expect(mei.getByRole('heading', { level: 1 })).toHaveText('Sie haben die Neuigkeiten abbestellt');
  expect(await agreed()).toBe(false);
  const seen = await (await browser.newContext()).newPage();
  await seen.goto(link);
  await expectCalm(seen);
  expect((await seen.goto('/unsubscribe/nothing-like-a-token'))!.status()).toBe(404);
  await expectCalm(seen);
});
