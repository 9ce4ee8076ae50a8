import { expect, type Browser, type Page, type Request } from '@playwright/test';
import { expectCalm } from '#tests/support/pages.ts';
import { photo, hasMetadata } from '#tests/support/photos.ts';

/**
 * Hannah puts a photo of a cracked plaque on her request, sees it small and fetches it; the mason, who has no account,
 * sees it by a link until she takes the link back. The same wherever files lie.
 */
export async function photoStory(
  browser: Browser,
  baseURL: string,
  told: (request: Request) => void = () => {},
): Promise<void> {
  const context = { baseURL, locale: 'en-SG', viewport: { width: 1440, height: 900 } };
  const hannah = await (await browser.newContext(context)).newPage();
  const errors: string[] = [];
  hannah.on('request', told);
  hannah.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  expect(
    (
      await hannah.request.post('/api/login', {
        data: { username: 'requester', password: 'garden-demo-2026', rememberMe: false },
      })
    ).status(),
  ).toBe(200);
  await hannah.goto(await ownDraft(hannah));

  const original = await photo('jpeg', { width: 1200, height: 900 });
  expect(await hasMetadata(original)).toBe(true);
  const name = `cracked plaque 裂 ${Date.now()}.jpg`;
  await hannah.getByLabel('File type').selectOption({ label: 'Photo' });
  await hannah
    .getByLabel('Choose files or drop them here')
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer: original });
  const line = hannah.getByRole('listitem').filter({ hasText: name });
  await expect(line.getByText(/Photo, \d+ kB, Hannah Lim/)).toBeVisible();
  const thumb = line.locator('img');
  await thumb.scrollIntoViewIfNeeded();
  await expect
    .poll(() => thumb.evaluate((picture: HTMLImageElement) => [picture.naturalWidth, picture.naturalHeight]))
    .toEqual([72, 96]);

  const fetched = await hannah.request.get((await line.getByRole('link', { name, exact: true }).getAttribute('href'))!);
  expect(fetched.headers()).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache, no-transform',
  });
  expect(await hasMetadata(await fetched.body())).toBe(false);
  expect((await hannah.request.get(fetched.url(), { headers: { range: 'bytes=0-1' } })).status()).toBe(206);

  await hannah
    .getByLabel('Choose files or drop them here')
    .setInputFiles({ name: 'IMG_0042.HEIC', mimeType: 'image/heic', buffer: original });
  await expect(hannah.getByRole('alert').filter({ hasText: 'IMG_0042.HEIC' })).toContainText(
    'Photos in HEIC format cannot be read.',
  );
  await hannah.getByLabel('Choose files or drop them here').setInputFiles({
    name: 'offer.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('<html><script>alert(1)</script>'),
  });
  await expect(hannah.getByRole('alert').filter({ hasText: 'offer.pdf' })).toContainText(
    'The content of the file does not match its type.',
  );
  await expectCalm(hannah);

  await line.getByRole('link', { name: `Shared links: ${name}` }).click();
  await expect(hannah.getByRole('heading', { level: 1 })).toHaveText(name);
  await hannah.getByRole('button', { name: 'Share a link' }).click();
  const url = await hannah.getByLabel(/Anyone with this link can view and download the file/).inputValue();
  await expect(hannah.getByText(/Created by Hannah Lim, .*; valid until/)).toBeVisible();
  await expectCalm(hannah);

  const mason = await (await browser.newContext({ ...context, viewport: { width: 390, height: 844 } })).newPage();
  await mason.goto(new URL(url).pathname);
  await expect(mason.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(mason.getByText('Hannah Lim')).toHaveCount(0);
  const picture = mason.getByRole('img', { name: `Image: ${name}` });
  await expect
    .poll(() => picture.evaluate((shown: HTMLImageElement) => [shown.naturalWidth, shown.naturalHeight]))
    .toEqual([900, 1200]);
  await expectCalm(mason);
  const [download] = await Promise.all([
    mason.waitForEvent('download'),
    mason.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(name);

  await hannah.getByRole('link', { name: 'Go to the record' }).click();
  await expect(line.getByText(/^Shared by link until \d\d\/\d\d\/\d{4}$/)).toBeVisible();
  await line.getByRole('link', { name: /^Shared by link/ }).click();
  await expect(hannah.getByText(/^Used 2 times, last /)).toBeVisible();
  await hannah.getByRole('button', { name: 'Revoke' }).click();
  await expect(hannah.getByText(/Created by Hannah Lim/)).toHaveCount(0);
  for (const address of [new URL(url).pathname, `${new URL(url).pathname}/content`])
    expect((await mason.goto(address))!.status()).toBe(404);
  await expect(mason.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  expect((await mason.goto(new URL(hannah.url()).pathname))!.status()).toBe(404);
  expect(errors.filter((text) => !/The upload failed|40[0-9]|415|422/.test(text))).toEqual([]);
}

/** A request of hers that she may still change. */
async function ownDraft(page: Page): Promise<string> {
  const made = await page.request.get('/api/purchasing/my-purchase-requests?type=my-drafts');
  const { items } = (await made.json()) as { items: { id: string }[] };
  return `/purchasing/purchase-requests/${items[0]!.id}/show`;
}
