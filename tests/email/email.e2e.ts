import { expect, test, type Page } from '@playwright/test';
import { expectCalm, signedIn } from '#tests/support/pages.ts';

// Grace writes from the customer counter; Helen, who audits, reads; Adam is new and looks around. Sent mails are delivered by the running app.
const PASSWORD = 'garden-demo-2026';
const PHONE = { width: 390, height: 844 };
const MINUTE = 60_000;

const named = (what: string) => `${what}, ${Date.now()}`;
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });
const line = (page: Page, subject: string) => page.getByRole('listitem').filter({ hasText: subject });

async function write(page: Page, to: string, subject: string, words: string): Promise<void> {
  await page.goto('/apps/email');
  await page.getByRole('link', { name: 'New mail' }).click();
  await page.getByRole('combobox', { name: 'To' }).fill(to);
  await page.getByRole('option').first().click();
  await page.getByLabel('Subject').fill(subject);
  await text(page).click();
  await page.keyboard.type(words);
}

/** As another program of hers sends it: held at once, delivered ten seconds later. */
async function sent(page: Page, to: string, subject: string): Promise<void> {
  const { items } = await (await page.request.get(`/api/apps/email/recipients?q=${to}`)).json();
  const { id } = await (await page.request.post('/api/apps/email/drafts', { data: {} })).json();
  const answer = await page.request.post(`/api/apps/email/drafts/${id}/sending`, {
    data: { to: [items[0].key], subject, body: 'Please look at it today.' },
  });
  expect(answer.status()).toBe(200);
}

test('a mail goes from one to the other, is answered, and can be taken back before', async ({ browser }) => {
  const grace = await signedIn(browser, 'counter');
  const helen = await signedIn(browser, 'auditor');
  const subject = named('The ledger of plaques');
  await write(grace, 'helen', subject, 'Dear Helen, here it is.');
  await expectCalm(grace);
  await grace.getByRole('button', { name: 'Send' }).click();
  await expect(grace).toHaveURL('/apps/email');
  await expect(grace.getByText(`“${subject}” is being sent.`)).toBeVisible();
  await expectCalm(grace);
  await grace.getByRole('button', { name: 'Undo' }).click();
  await expect(grace).toHaveURL(/\/drafts\/[^/]+\/edit$/);
  await expect(grace.getByLabel('Subject')).toHaveValue(subject);
  await expect(text(grace)).toHaveText('Dear Helen, here it is.');
  await grace.getByRole('button', { name: 'Send' }).click();
  await expect(grace.getByText(`“${subject}” is being sent.`)).toBeHidden({ timeout: 15_000 });

  await expect
    .poll(
      async () => {
        await helen.goto('/apps/email');
        return line(helen, subject).count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  await expect(line(helen, subject).getByText('Unread:')).toBeAttached();
  await expectCalm(helen);
  await helen.getByRole('link', { name: subject }).click();
  await expect(helen.getByRole('heading', { level: 1 })).toHaveText(subject);
  await expect(helen.getByText('Dear Helen, here it is.')).toBeVisible();
  await expectCalm(helen);
  const news = await (await helen.request.get('/api/notifications?type=unread')).json();
  expect(news.items.filter(({ event }: { event: string }) => event === 'email.received')).toEqual([]);

  await helen.getByRole('link', { name: 'Reply', exact: true }).click();
  await expect(helen.getByLabel('Subject')).toHaveValue(`Re: ${subject}`);
  await expect(text(helen)).toContainText('Dear Helen, here it is.');
  await expect(helen.getByRole('group', { name: 'To', exact: true })).toContainText('Grace Tan Mei Ling');
  await helen.getByRole('button', { name: 'Discard' }).click();
  await expect(helen).toHaveURL('/apps/email');
});

test('what is typed is a draft at once, is there after loading again and after the session has ended by itself', async ({
  page,
}) => {
  await page.clock.install();
  const enter = async () => {
    await page.getByLabel('Username or e-mail').fill('agency');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await page.goto('/login?to=/apps/email/drafts/create');
  await enter();
  await page.waitForURL(/\/drafts\/[^/]+\/edit/);
  const subject = named('Cars for Saturday');
  await page.getByLabel('Subject').fill(subject);
  await text(page).click();
  await page.keyboard.type('Three cars');
  await page.clock.runFor(3_000);
  await expect(page.getByText(/^Draft saved \d\d:\d\d[ap]m$/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Subject')).toHaveValue(subject);
  await expect(text(page)).toHaveText('Three cars');
  await text(page).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' and a hearse');
  await page.clock.runFor(29 * MINUTE);
  await expect(page.getByRole('dialog').getByText(/saved as a draft/)).toBeVisible();
  await page.clock.runFor(2 * MINUTE);
  await page.waitForURL(/\/login\?reason=idle&to=/);
  await enter();
  await page.waitForURL(/\/drafts\/[^/]+\/edit/);
  await expect(text(page)).toHaveText('Three cars and a hearse');
  await page.goto('/apps/email/draft');
  await expect(line(page, subject)).toHaveCount(1);
});

test('a mail that is sent while it is being saved waits for that, and is not in its own way', async ({ browser }) => {
  const grace = await signedIn(browser, 'counter');
  const subject = named('Candles for Sunday');
  let letGo = () => {};
  const pressed = new Promise<void>((resolve) => (letGo = resolve));
  await grace.route('**/api/apps/email/drafts/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const answer = await route.fetch();
    await pressed;
    await route.fulfill({ response: answer });
  });
  const kept = grace.waitForRequest((request) => request.method() === 'PUT');
  await write(grace, 'helen', subject, 'Two hundred.');
  await kept;
  await grace.getByRole('button', { name: 'Send' }).click();
  letGo();
  await expect(grace.getByText(`“${subject}” is being sent.`)).toBeVisible();
});

test('faults are named and lose nothing', async ({ browser }) => {
  const grace = await signedIn(browser, 'counter');
  await grace.goto('/apps/email/drafts/create');
  await expect(grace.getByRole('combobox', { name: 'To' })).toBeFocused();
  await text(grace).click();
  await grace.keyboard.type('Nobody yet');
  await grace.getByRole('button', { name: 'Send' }).click();
  await expect(grace.getByRole('alert').getByText('Please enter at least one recipient.')).toBeVisible();
  await expect(text(grace)).toHaveText('Nobody yet');
  await expectCalm(grace);
});

test('mails are put in order: starred, labelled, put away, found, several at once', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  const adam = await signedIn(browser, 'nobody');
  const word = `Order ${Date.now()}`;
  for (const what of ['one', 'two', 'three']) await sent(siti, 'adam', `${word} ${what}`);
  await expect
    .poll(async () => (await (await adam.request.get(`/api/apps/email?q=${encodeURIComponent(word)}`)).json()).total, {
      timeout: 25_000,
    })
    .toBe(3);
  await adam.goto('/apps/email');
  await adam.getByRole('searchbox', { name: 'Search mails' }).fill(word);
  await adam.getByRole('searchbox', { name: 'Search mails' }).press('Enter');
  await expect(adam.locator('.mail-line')).toHaveCount(3);
  await adam.getByRole('button', { name: `Star: ${word} one` }).click();
  await expect(adam.getByRole('button', { name: `Star: ${word} one` })).toHaveAttribute('aria-pressed', 'true');
  await adam.getByRole('checkbox', { name: `Select ${word} two` }).check();
  await adam.getByRole('checkbox', { name: `Select ${word} three` }).check();
  await expectCalm(adam);
  await adam.getByRole('button', { name: 'Label', exact: true }).click();
  await adam.getByRole('button', { name: 'Private', exact: true }).click();
  await adam.goto('/apps/email/label/private');
  await expect(line(adam, word)).toHaveCount(2);
  await adam.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await adam.getByRole('button', { name: 'Move to trash' }).click();
  await adam.goto('/apps/email/trash');
  await expect(line(adam, word)).toHaveCount(2);
  await expectCalm(adam);
  await adam.getByRole('link', { name: `${word} two` }).click();
  await adam.getByRole('button', { name: 'Restore' }).click();
  await adam.goto('/apps/email/trash');
  await adam.getByRole('checkbox', { name: `Select ${word} three` }).check();
  const remove = adam.getByRole('button', { name: 'Delete permanently' });
  await remove.click();
  await expect(adam.getByText('Mails that are deleted permanently cannot be restored.')).toBeVisible();
  await expect(line(adam, word)).toHaveCount(1);
  await remove.last().click();
  await expect(line(adam, word)).toHaveCount(0);
  await adam.goto('/apps/email/starred');
  await expect(line(adam, word)).toHaveCount(1);

  const phone = await signedIn(browser, 'nobody', { viewport: PHONE });
  await phone.goto(`/apps/email?q=${encodeURIComponent(word)}`);
  await expect(phone.locator('.mail-line')).toHaveCount(2);
  await expectCalm(phone);
  await phone.getByRole('link', { name: `${word} one` }).click();
  await expectCalm(phone);
  await phone.goto('/apps/email/drafts/create');
  await expectCalm(phone);
});

test('without script a mail is written, whom it is for is looked for, and it is sent', async ({ browser }) => {
  const grace = await signedIn(browser, 'counter', { javaScriptEnabled: false });
  const subject = named('On paper');
  await grace.goto('/apps/email/drafts/create');
  const to = grace.getByRole('group', { name: 'To', exact: true });
  await to.getByRole('textbox').fill('helen');
  await grace.getByLabel('Subject').fill(subject);
  await grace.getByRole('textbox', { name: 'Text' }).fill('By hand.\n\nGrace');
  await to.getByRole('button', { name: 'Search' }).click();
  await to.getByRole('checkbox', { name: /Helen Goh/ }).check();
  await expect(grace.getByRole('textbox', { name: 'Text' })).toHaveValue('By hand.\n\nGrace');
  await grace.getByRole('button', { name: 'Send' }).click();
  await expect(grace.getByText(`“${subject}” is being sent.`)).toBeVisible();
  await grace.getByRole('button', { name: 'Undo' }).click();
  await expect(grace.getByLabel('Subject')).toHaveValue(subject);
});

test('only the folders and labels of the specification exist, and what is somebody else’s does not', async ({
  browser,
}) => {
  const grace = await signedIn(browser, 'counter');
  const siti = await signedIn(browser, 'admin');
  for (const path of [
    'sent',
    'draft',
    'starred',
    'spam',
    'trash',
    'label/personal',
    'label/company',
    'label/important',
    'label/private',
  ])
    expect((await grace.request.get(`/apps/email/${path}`)).status()).toBe(200);
  for (const path of ['inbox', 'archive', 'Sent', 'label/urgent', 'label']) {
    const answer = await grace.goto(`/apps/email/${path}`);
    expect([path, answer!.status()]).toEqual([path, 404]);
    await expect(grace.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  const { items } = await (await grace.request.get('/api/apps/email')).json();
  for (const address of [`messages/${items[0].id}`, `threads/${items[0].threadId}`]) {
    expect((await grace.request.get(`/api/apps/email/${address}`)).status()).toBe(200);
    expect((await siti.request.get(`/api/apps/email/${address}`)).status()).toBe(404);
  }
  expect((await siti.request.get(items[0].href)).status()).toBe(404);
  expect((await siti.request.put(`/api/apps/email/messages/${items[0].id}/star`)).status()).toBe(404);
});
