import { expect, test } from '@playwright/test';
import { signedIn } from '#tests/support/pages.ts';

/** What a list may ask for before anybody interacts, compressed (specification of the islands). */
const AT_ONCE_BYTES = 5 * 1024;

test('a list asks for little script until somebody comes near it, and then for what that needs', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'finance');
  // The first page after the sign-in fills the session’s store.
  await page.goto('/approvals');
  await page.waitForFunction(() => localStorage.getItem('session')?.includes('"success"'));
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  let asked: Record<string, number> = {};
  page.on('requestfinished', async (request) => {
    if (!request.url().endsWith('.js')) return;
    const { responseBodySize } = await request.sizes();
    asked[new URL(request.url()).pathname] = responseBodySize;
  });
  for (const path of ['/purchasing/purchase-requests/all-requests', '/approvals', '/notifications']) {
    asked = {};
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    expect(Object.keys(asked).length).toBeGreaterThan(2);
    const bytes = Object.values(asked).reduce((sum, one) => sum + one, 0);
    expect(bytes, JSON.stringify(asked, null, 1)).toBeLessThanOrEqual(AT_ONCE_BYTES);
    expect(Object.keys(asked).filter((name) => /bell|api\./.test(name))).toEqual([]);
  }
  const bell = page.waitForRequest(/\/_astro\/bell\./);
  await page.locator('#bell-button').hover();
  await bell;
});
