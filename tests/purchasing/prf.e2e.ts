import AxeBuilder from '@axe-core/playwright';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { forgetSession } from '#tests/support/pages.ts';

const APPROVED = 'Wheelchair ramps and handrails, Chapel 2';
const WAITING = 'Granite plaques, Serenity Suite, 40 pieces';

for (const width of [1440, 390]) {
  test(`Priya looks at the form of an approved request on a screen of ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openPreview(page, 'purchasing', APPROVED);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Purchase request form');
    await expect(page.getByText(/^Stored \d\d\/\d\d\/\d{4} \d\d:\d\d[ap]m, revision 1, unchanged$/)).toBeVisible();
    for (const text of ['23,958.20', 'Stillwater Garden Pte Ltd', '静水园', 'Marie Lau', '林凯文'])
      await expect(page.getByText(text).first()).toBeVisible();
    await expectCalm(page);
  });

  test(`a request that waits, and a draft, are shown as what they are on ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openPreview(page, 'purchasing', WAITING);
    await expect(page.getByRole('button', { name: 'Share a link' })).toBeDisabled();
    await expect(
      page.getByText('A link can be created once the document is approved and its print is stored.'),
    ).toBeVisible();
    await expectCalm(page);
    await openPreview(page, 'admin', 'Visitor umbrellas, rack of 60');
    await expect(page.getByText('No one has approved this request yet.')).toBeVisible();
    await expect(page.locator('.paper-watermark')).toHaveText('Draft');
    await expectCalm(page);
  });
}

test('on a tablet the sheet is in sight over its whole width', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await openPreview(page, 'purchasing', APPROVED);
  const frame = page.locator('.paper-frame');
  expect(await frame.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
});

test('Priya gives a vendor a link, and takes it back', async ({ page, browser, playwright, baseURL }) => {
  await openPreview(page, 'purchasing', APPROVED);
  await page.getByRole('button', { name: 'Share a link' }).click();
  const url = await page.getByLabel(/Anyone with this link can download the PDF/).inputValue();
  await expectCalm(page);

  const vendor = await playwright.request.newContext({ baseURL: baseURL! });
  const answer = await vendor.get(new URL(url).pathname);
  expect(answer.status()).toBe(200);
  expect(answer.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  expect(answer.headers()['content-disposition']).toMatch(
    /^attachment; filename="PRF PR-SWG-\d{4}-\d{5}\.pdf"; filename\*=UTF-8''PRF%20PR-SWG-/,
  );
  expect(answer.headers()['content-security-policy']).toContain('sandbox');
  expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');

  // Helen, the auditor, sees who has made it and until when it works, and can neither end it nor make another.
  const helen = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await openPreview(helen, 'auditor', APPROVED);
  await expect(helen.getByText(/Priya .*valid until/)).toBeVisible();
  for (const name of ['Share a link', 'Revoke'])
    await expect(helen.getByRole('button', { name, exact: true })).toHaveCount(0);
  await expectCalm(helen);
  await helen.context().close();

  await page.getByRole('button', { name: 'Revoke' }).first().click();
  await expect(page.getByLabel(/Anyone with this link/)).toHaveCount(0);
  const gone = await vendor.get(new URL(url).pathname);
  expect(gone.status()).toBe(404);
  expect(await gone.text()).toContain('Page not found');
  await vendor.dispose();
});

test('the id of a request opens its form for its people and is not there for others', async ({
  page,
  playwright,
  baseURL,
}) => {
  const id = await openPreview(page, 'purchasing', APPROVED);
  const address = `/purchase-request/download/prf/${id}`;
  expect((await page.request.get(address)).status()).toBe(200);
  const stranger = await playwright.request.newContext({ baseURL: baseURL! });
  expect((await stranger.get(address)).status()).toBe(404);
  await signIn(stranger, 'requester2');
  expect((await stranger.get(address)).status()).toBe(404);
  expect((await stranger.get(`/purchasing/purchase-requests/prf/${id}/preview`)).status()).toBe(404);
  await stranger.dispose();
});

test('a visitor checks the print in hand, without script', async ({ page, browser, baseURL }) => {
  await openPreview(page, 'purchasing', APPROVED);
  const code = await page.locator('.paper-check b').innerText();
  const context = await browser.newContext({
    baseURL: baseURL!,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  });
  const visitor = await context.newPage();
  await visitor.goto(`/verify/${encodeURIComponent(code.toLowerCase().replaceAll('-', ' '))}`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('This document is genuine');
  for (const text of ['Purchase request form', '23,958.20', 'Stillwater Garden Pte Ltd', 'Approved', code])
    await expect(visitor.getByText(text).first()).toBeVisible();
  await expect(visitor.getByText('Daniel Koh')).toHaveCount(0);
  expect((await visitor.goto('/verify/0000-0000-0000'))!.status()).toBe(404);
  await context.close();
});

test('the check reads well on a phone, in German too', async ({ page }) => {
  await openPreview(page, 'purchasing', APPROVED);
  const code = await page.locator('.paper-check b').innerText();
  await forgetSession(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/de/verify/${code}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dieses Dokument ist echt');
  await expect(page.getByText('23.958,20')).toBeVisible();
  await expectCalm(page);
});

test('who prints the preview is noted', async ({ page }) => {
  await openPreview(page, 'purchasing', APPROVED);
  const noted = page.waitForResponse((response) => response.url().endsWith('/prints'));
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect((await noted).status()).toBe(204);
});

async function openPreview(page: Page, username: string, title: string): Promise<string> {
  await signIn(page.request, username);
  const answer = await page.request.get('/api/purchasing/purchase-requests?perPage=100');
  const { items } = (await answer.json()) as { items: { id: string; title: string }[] };
  const { id } = items.find((request) => request.title === title)!;
  await page.goto(`/purchasing/purchase-requests/prf/${id}/preview`);
  return id;
}

async function signIn(request: APIRequestContext, username: string): Promise<void> {
  const answer = await request.post('/api/login', {
    data: { username, password: 'garden-demo-2026', rememberMe: false },
  });
  expect(answer.status()).toBe(200);
}

/** Nothing to scroll sideways, and nothing the automatic check finds. */
async function expectCalm(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
}
