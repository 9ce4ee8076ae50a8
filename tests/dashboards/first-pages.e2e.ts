import { expect, test, type Page } from '@playwright/test';
import { people } from '#db/seed/people.ts';
import { expectAccessible } from '#tests/support/pages.ts';

async function enter(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('garden-demo-2026');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

const widget = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

test('Hannah begins a request at once, and goes on with the one that was returned', async ({ page }) => {
  await enter(page, 'requester');
  const begin = page.getByRole('link', { name: 'New purchase request' }).and(page.locator('.btn-primary'));
  await expect(begin).toBeInViewport();
  await expect(page.locator('.btn-primary').filter({ visible: true })).toHaveCount(1);
  const toFinish = widget(page, 'My requests to finish').getByRole('listitem');
  await expect(toFinish.first()).toContainText('returned by Daniel Koh');

  await toFinish.first().getByRole('link', { name: /^Edit/ }).click();
  await expect(page).toHaveURL(/\/purchasing\/purchase-requests\/[^/]+\/edit/);
  await page.goBack();
  const mine = widget(page, 'Where my requests are');
  await expect(mine.getByRole('columnheader', { name: 'Waiting for' })).toBeVisible();
  await expect(mine.getByRole('columnheader', { name: 'Requested by' })).toHaveCount(0);
  await begin.click();
  await expect(page).toHaveURL('/purchasing/purchase-requests/new/create');
});

test('Daniel opens the next decision from his first page', async ({ page }) => {
  await enter(page, 'head');
  const waiting = widget(page, 'Decisions waiting for me, next due first');
  const title = await waiting.getByRole('listitem').first().locator('.record-link').innerText();

  await waiting
    .getByRole('link', { name: /^Review/ })
    .first()
    .click();

  await expect(page).toHaveURL(/\/approvals\?.*task=/);
  await expect(page.getByRole('heading', { name: title }).first()).toBeVisible();
});

test('Helen sees that the log holds, and what was refused a moment ago', async ({ page, playwright, baseURL }) => {
  const stranger = await playwright.request.newContext({ baseURL: baseURL! });
  await stranger.post('/api/login', { data: { username: 'duty', password: 'not-the-password', rememberMe: false } });
  await enter(page, 'auditor');
  await expect(widget(page, 'Check of the activity log')).toContainText('complete and unchanged');
  const refused = widget(page, 'Refused attempts in the last 7 days').getByRole('listitem').first();
  await expect(refused).toBeVisible();

  await refused.getByRole('link').click();

  await expect(page).toHaveURL(/\/directory\/activity-log\?.*outcome=refused.*open=\d+/);
  await stranger.dispose();
});

test('Siti sees who cannot work, and opens that person', async ({ page }) => {
  await enter(page, 'admin');
  await expect(widget(page, 'System health')).toContainText('Last backup');
  await widget(page, 'People who need help').getByRole('link', { name: 'Adam Lee' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Adam Lee' })).toBeVisible();
});

for (const username of ['requester', 'head', 'auditor', 'admin', 'agent'])
  test(`the first page of ${username} is accessible, and fits every window`, async ({ page }) => {
    await enter(page, username);
    for (const width of [1440, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/dashboard?wait');
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
  });

test('below a list all of it is offered only where it has more rows than are shown', async ({ page }) => {
  await enter(page, 'auditor');
  await page.goto('/dashboard?wait');
  const lists = await page.locator('.widget-more .link').evaluateAll((links) =>
    links.map((link) => ({
      said: link.textContent!.trim(),
      rows: link.closest('.widget')!.querySelectorAll('tbody tr, .item-list > li').length,
    })),
  );
  expect(lists.length).toBeGreaterThan(0);
  for (const { said, rows } of lists) {
    const all = /^Show all ([\d,]+)$/.exec(said)?.[1];
    if (all) expect(Number(all.replaceAll(',', ''))).toBeGreaterThan(rows);
    else expect(said).toBe('Open the list');
  }
  expect(lists.map(({ said }) => said)).toContain('Open the list');
});

test('whatever anybody is shown on the first page, that person may open', async ({ playwright, baseURL }) => {
  test.setTimeout(120_000);
  const wrong: string[] = [];
  for (const { username, roles } of people.filter(({ roles: held }) => held.length > 0)) {
    const request = await playwright.request.newContext({ baseURL: baseURL! });
    await request.post('/api/login', { data: { username, password: 'garden-demo-2026', rememberMe: false } });
    const html = await (await request.get('/dashboard?wait')).text();
    const board = html.slice(html.indexOf('data-board'), html.indexOf('</main>'));
    const addresses = new Set(
      [...board.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&')),
    );
    if (addresses.size === 0) wrong.push(`${username} (${roles.join()}): nothing`);
    for (const address of [...addresses].filter((one) => !one.startsWith('/api/'))) {
      const status = (await request.get(address, { maxRedirects: 0 })).status();
      // Writing an email makes its draft first, and leads on to it.
      if (status !== (address === '/apps/email/drafts/create' ? 302 : 200))
        wrong.push(`${username}: ${status} ${address}`);
    }
    await request.dispose();
  }
  expect(wrong).toEqual([]);
});
