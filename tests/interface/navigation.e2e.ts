import { setTimeout } from 'node:timers/promises';
import { expect, test, type Page } from '@playwright/test';
import { forgetSession, signedIn } from '#tests/support/pages.ts';

/** What happens at every navigation (specification, section 4): the overlay over a slow one, the recorded breadcrumb. */
const TEAMS = '/directory/teams';
const overlay = (page: Page) => page.locator('#page-loading');
const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');

/** What the overlay says when it comes, and how many milliseconds after the navigation. */
interface Covered {
  text: string;
  after: number;
}

/** Tells when the overlay comes: a page that is being left answers no question. */
function tellCovered(): void {
  let begun = 0;
  window.navigation?.addEventListener('navigate', () => (begun = performance.now()));
  addEventListener('DOMContentLoaded', () => {
    const overlay = document.getElementById('page-loading')!;
    const tell = (window as unknown as { covered(how: Covered): void }).covered;
    new MutationObserver(() => {
      if (overlay.checkVisibility()) tell({ text: overlay.innerText, after: performance.now() - begun });
    }).observe(overlay, { attributes: true });
  });
}

/** Opens a page, and waits until its script follows navigations. */
async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => sessionStorage.getItem('breadcrumb') !== null);
}

/** Time stands still, so that a busy machine makes no navigation slow. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
}

test('a navigation slower than 300 ms is covered by the overlay, which is gone with it', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  const told: Covered[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  await siti.exposeFunction('covered', (how: Covered) => {
    told.push(how);
    resolve();
  });
  await siti.addInitScript(tellCovered);
  await opened(siti, '/directory/departments');
  await siti.route(`**${TEAMS}`, async (route) => {
    await Promise.race([promise, setTimeout(10_000)]);
    await route.continue();
  });
  await siti.getByRole('button', { name: 'Directory' }).click();
  await siti.getByRole('link', { name: 'Teams', exact: true }).click();
  await siti.waitForURL(TEAMS);
  expect(told).toEqual([{ text: 'Loading', after: expect.any(Number) }]);
  expect(told[0]!.after).toBeGreaterThanOrEqual(299);
  await expect(overlay(siti)).toBeHidden();
});

test('what does not lead to another page is never covered: a file, a tab of the page, a form one stays with', async ({
  browser,
}) => {
  const siti = await signedIn(browser, 'admin');
  await siti.clock.install();
  await opened(siti, '/directory/departments');
  await stopTime(siti);
  await siti.getByRole('button', { name: 'Export' }).click();
  const file = siti.waitForEvent('download');
  await siti.getByRole('link', { name: /CSV/ }).click();
  await file;
  await siti.evaluate(() => (location.hash = 'content'));
  await siti.clock.runFor(5_000);
  await expect(overlay(siti)).toBeHidden();

  await siti.clock.resume();
  await opened(siti, '/directory/teams/create');
  await siti.getByLabel('Name').fill('Night watch');
  const asked = siti.waitForEvent('dialog');
  void siti.getByRole('link', { name: 'Waiting for me', exact: true }).first().click({ noWaitAfter: true });
  await (await asked).dismiss();
  await siti.clock.runFor(5_000);
  await expect(overlay(siti)).toBeHidden();
  await expect(siti).toHaveURL('/directory/teams/create');
});

test('a form whose script has not come yet is not left without a question either', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  await siti.route('**/_astro/form-drafting*.js', () => {});
  await opened(siti, '/directory/teams/create');
  await siti.getByLabel('Name').fill('Night watch');
  const asked = siti.waitForEvent('dialog');
  void siti.getByRole('link', { name: 'Waiting for me', exact: true }).first().click({ noWaitAfter: true });
  await (await asked).dismiss();
  await expect(siti).toHaveURL('/directory/teams/create');
  await expect(siti.getByLabel('Name')).toHaveValue('Night watch');
});

test('the breadcrumb of each page is recorded, and a dead end leads back into it', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  await siti.goto(TEAMS);
  await siti.locator('.record-link').first().click();
  await siti.waitForURL(/show/);
  const [, , name = ''] = await crumbs(siti).allTextContents();
  const shown = siti.url();
  await siti.waitForFunction(() => sessionStorage.getItem('breadcrumb')?.includes(location.pathname));
  await siti.goto('/not-authorized');
  await expect(siti.getByText('You came from:')).toBeVisible();
  expect(await crumbs(siti).allTextContents()).toEqual(['Directory', 'Teams', name]);
  await siti.reload();
  await crumbs(siti).getByRole('link', { name }).click();
  await expect(siti).toHaveURL(shown);

  await forgetSession(siti);
  await siti.goto('/login');
  await siti.waitForFunction(() => sessionStorage.getItem('breadcrumb') === '[]');
  await siti.goto('/not-authorized');
  await expect(siti.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(siti.getByText('You came from:')).toBeHidden();
});
