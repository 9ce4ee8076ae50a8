import { expect, test } from '@playwright/test';
import { photoStory } from '#tests/on-records/photo-story.ts';

test('Hannah puts a photo on a request without its place, and gives it to the mason by a link', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await photoStory(browser, baseURL!);
});

test('the address of no file is the neutral page', async ({ page }) => {
  for (const key of ['nothing', '01970000-0000-7000-8000-000000000000']) {
    expect((await page.goto(`/file/${key}`))!.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  }
});

test('pages of an app with files on its own disk talk to nobody else', async ({ request }) => {
  const policy = (await request.get('/login')).headers()['content-security-policy'];
  expect(policy).toContain("connect-src 'self';");
  expect(policy).toContain("img-src 'self' data: blob:;");
});
