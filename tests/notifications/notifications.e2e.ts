import { expect, test, type Page } from '@playwright/test';
import { expectCalm, signedIn } from '#tests/support/pages.ts';

// Prakash asks for shelves; Kai Wen, who is the superior of his head, watches, mentions and is notified; Siti looks after the mails.
const PHONE = { width: 390, height: 844 };

/** Siti names somebody in a comment on a team that both may open. */
async function mention(siti: Page, username: string, text: string): Promise<string> {
  const { items } = await (await siti.request.get('/api/directory/teams')).json();
  const answer = await siti.request.post(`/api/records/team/${items[0].id}/comments`, {
    data: { text: `@${username} ${text}` },
  });
  expect(answer.status()).toBe(201);
  return `/directory/teams/${items[0].id}/show`;
}

/** As if a minute had passed since a tab of this browser looked last. */
const aMinuteLater = (page: Page) =>
  page.evaluate(() => {
    localStorage.setItem(
      'bell',
      JSON.stringify({ ...JSON.parse(localStorage.getItem('bell')!), looked: Date.now() - 56_000 }),
    );
    dispatchEvent(new Event('focus'));
  });
const count = (page: Page) => page.locator('#bell-button .bar-count');
/** The bell’s script comes with the first sign of a person. */
const looked = async (page: Page) => {
  const isThere = () => performance.getEntriesByType('resource').some(({ name }) => /_astro\/bell\./.test(name));
  let x = 300;
  await expect
    .poll(async () => {
      await page.mouse.move((x += 1), 300);
      return page.evaluate(isThere);
    })
    .toBe(true);
  await page.waitForFunction(() => localStorage.getItem('bell') !== null);
};

test('the bell tells once, in one tab, leads to the record and lets go of what was read', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  const kaiWen = await signedIn(browser, 'manager');
  await kaiWen.request.post('/api/notifications/reading', { data: { until: new Date().toISOString() } });
  await kaiWen.goto('/directory/my-profile');
  await looked(kaiWen);
  const before = Number(await count(kaiWen).textContent());
  const other = await kaiWen.context().newPage();
  await other.goto('/pages/account-setting');
  await looked(other);

  const said = `please look, ${Date.now()}`;
  const team = await mention(siti, 'manager', said);
  await aMinuteLater(kaiWen);
  await expect(count(kaiWen)).toHaveText(String(before + 1));
  await expect(count(other)).toHaveText(String(before + 1));
  await expect(kaiWen.locator('.toast')).toContainText('Siti Aminah mentioned you');
  await expect(other.locator('.toast')).toHaveCount(0);
  await aMinuteLater(kaiWen);
  await expect(kaiWen.locator('.toast')).toHaveCount(0, { timeout: 10_000 });

  await kaiWen.bringToFront();
  await kaiWen.getByRole('button', { name: 'Notifications' }).click();
  const bell = kaiWen.getByRole('region', { name: 'Notifications' });
  await expect(bell.getByRole('link', { name: /Siti Aminah mentioned you/ }).first()).toBeVisible();
  await expectCalm(kaiWen);
  await bell
    .getByRole('link', { name: /Siti Aminah mentioned you/ })
    .first()
    .click();
  await expect(kaiWen).toHaveURL(`${team}#timeline`);
  await expect(kaiWen.locator('#timeline')).toContainText(said);
  await kaiWen.goto('/notifications?type=unread');
  await expect(kaiWen.getByText(said)).toHaveCount(0);
  await kaiWen.goto('/notifications');
  await expect(kaiWen.getByText(said)).toBeVisible();
});

test('opening the record by another way reads what was told of it', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  const kaiWen = await signedIn(browser, 'manager');
  const team = await mention(siti, 'manager', 'once more.');
  const unread = async () => (await (await kaiWen.request.get('/api/notifications/news')).json()).unread as number;
  expect(await unread()).toBeGreaterThan(0);
  await kaiWen.goto(team);
  await expect.poll(unread).toBe(0);
});

test('the list is narrowed, paged and read, on a desk and on a phone', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  for (let n = 0; n < 3; n += 1) await mention(siti, 'manager', `number ${n}.`);
  const kaiWen = await signedIn(browser, 'manager');
  await kaiWen.goto('/notifications');
  await expect(kaiWen.getByRole('heading', { level: 1 })).toHaveText('Notifications');
  await expectCalm(kaiWen);
  await kaiWen.getByRole('button', { name: 'Kind' }).click();
  await kaiWen.getByRole('checkbox', { name: 'Comments' }).check();
  await kaiWen.locator('#filter-kind').getByRole('button', { name: 'Apply' }).click();
  await expect(kaiWen).toHaveURL(/kind=comments/);
  await kaiWen.getByRole('link', { name: /^Unread/ }).click();
  await expect(kaiWen).toHaveURL(/type=unread&kind=comments/);
  await expect(kaiWen.locator('.news-item')).toHaveCount(3);
  await kaiWen
    .getByRole('button', { name: /^Mark as read/ })
    .first()
    .click();
  await expect(kaiWen.locator('.news-item')).toHaveCount(2);
  await kaiWen.getByRole('button', { name: 'Mark all as read' }).first().click();
  await expect(kaiWen.getByRole('heading', { level: 2, name: 'No notifications of this kind' })).toBeVisible();

  const phone = await signedIn(browser, 'manager', { viewport: PHONE });
  await phone.goto('/notifications');
  await expectCalm(phone);
  await phone.getByRole('button', { name: 'Notifications' }).click();
  await expect(phone.locator('.bell-item').first()).toBeVisible();
  await expectCalm(phone);
});

test('without script the bell is a link, and each is read by its button', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  await mention(siti, 'manager', 'without script.');
  const kaiWen = await signedIn(browser, 'manager', { javaScriptEnabled: false });
  await kaiWen.goto('/directory/my-profile');
  await kaiWen
    .getByRole('banner')
    .getByRole('link', { name: /^Notifications/ })
    .click();
  await expect(kaiWen).toHaveURL(/\/notifications$/);
  const unread = await kaiWen.locator('.news-item.is-unread').count();
  await kaiWen
    .getByRole('button', { name: /^Mark as read/ })
    .first()
    .click();
  await expect(kaiWen.locator('.news-item.is-unread')).toHaveCount(unread - 1);
});

test('each chooses how to be notified', async ({ browser }) => {
  const cecilia = await signedIn(browser, 'kitchen');
  await cecilia.goto('/pages/account-setting');
  await cecilia.getByRole('link', { name: 'Notifications', exact: true }).click();
  await expectCalm(cecilia);
  const row = cecilia.getByRole('row', { name: /Someone comments on a record I watch/ });
  await row.getByRole('combobox').selectOption('Daily overview');
  await row.getByRole('checkbox', { name: 'In the bell' }).uncheck();
  await cecilia.getByRole('checkbox', { name: /News from Stillwater Garden/ }).check();
  await cecilia.getByRole('button', { name: 'Save' }).click();
  await expect(cecilia.locator('.toast')).toContainText('Your settings have been saved.');
  await expect(row.getByRole('combobox')).toHaveValue('digest');
  await expect(row.getByRole('checkbox', { name: 'In the bell' })).not.toBeChecked();
  await expect(cecilia.getByRole('checkbox', { name: /News from Stillwater Garden/ })).toBeChecked();
  await expect(
    cecilia
      .getByRole('row', { name: /A decision is waiting for me In/ })
      .getByRole('checkbox', { name: 'In the bell' }),
  ).toHaveCount(0);
  const phone = await signedIn(browser, 'kitchen', { viewport: PHONE, javaScriptEnabled: false });
  await phone.goto('/pages/account-setting?tab=notifications');
  await expect(phone.getByRole('combobox', { name: /Someone comments on a record I watch/ })).toHaveValue('digest');
  expect(await phone.locator('body').evaluate((body) => body.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
