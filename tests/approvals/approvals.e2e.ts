import { expect, test, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';
import { startMailApp } from '#tests/support/mail-app.ts';
import { received } from '#tests/support/mails.ts';
import { expectCalm, signedIn, pick } from '#tests/support/pages.ts';
import { sent } from '#tests/support/sent-request.ts';

// Hannah asks; Daniel, her head, decides: in his inbox, several at once, and from a mail whose links a program opens first.
// Priya stands in for him; Siti maintains the policies. An installation of its own, with a mail server.
const PHONE = { width: 390, height: 844 };
const place = startMailApp();

const enter = (browser: Browser, username: string, more: BrowserContextOptions = {}) =>
  signedIn(browser, username, { baseURL: place.app.origin, ...more });

/** The page on a desk and on a phone. */
async function expectCalmAtBoth(page: Page): Promise<void> {
  await expectCalm(page);
  await page.setViewportSize(PHONE);
  // The bar of acts covers half of what stands below it; at the end of the page it covers nothing.
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  await expectCalm(page);
  await page.setViewportSize({ width: 1440, height: 900 });
}

const mails = () => place.smtp.messages.map(received);
const linksIn = (text: string) =>
  [...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link.replaceAll('&amp;', '&'));

test('Daniel looks at several decisions together and approves them; each says what became of it', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const hannah = await enter(browser, 'requester');
  const ropes = await sent(hannah, 'Ropes', 30);
  const lamps = await sent(hannah, 'Lamps', 40);
  const deciders = await enter(browser, 'approver');
  await deciders.goto('/approvals');
  await expectCalmAtBoth(deciders);
  await deciders.getByRole('checkbox', { name: `Select Purchase request ${ropes.number}` }).check();
  await deciders.getByRole('checkbox', { name: `Select Purchase request ${lamps.number}` }).check();
  await deciders.getByRole('button', { name: 'Review the selected decisions' }).click();
  await expect(deciders.getByRole('heading', { name: 'Approve 2 decisions together' })).toBeVisible();
  await expectCalmAtBoth(deciders);
  // Meanwhile Hannah takes one of them back.
  expect(
    (
      await hannah.request.post(`/api/purchasing/purchase-requests/${lamps.id}/withdrawal`, {
        data: { version: lamps.version },
      })
    ).status(),
  ).toBe(200);
  await deciders.getByRole('button', { name: 'Approve 2' }).click();
  const result = deciders.getByRole('status').filter({ hasText: '1 approved.' });
  await expect(result).toContainText(`You have approved ${ropes.number}`);
  await expect(result).toContainText(`${lamps.number}: The requester has withdrawn this.`);
  await expectCalmAtBoth(deciders);
});

test('a mail program opens every link and nothing happens; then the link decides once, on a phone', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const hannah = await enter(browser, 'requester');
  const { id, number } = await sent(hannah, 'Candle holders', 50);
  const mailOf = () =>
    mails().findLast(
      ({ headers }) => headers['to'] === 'approver@garden.example' && headers['subject']!.includes(number),
    );
  await expect.poll(mailOf, { timeout: 20_000 }).toBeTruthy();
  const link = linksIn(mailOf()!.parts['text/plain']!).find((one) => one.includes('/decide/'))!;
  for (const one of new Set(Object.values(mailOf()!.parts).flatMap(linksIn)))
    for (const method of ['HEAD', 'GET', 'GET'])
      expect((await place.scanner.fetch(one, { method })).status()).toBeLessThan(500);
  expect((await (await hannah.request.get(`/api/purchasing/purchase-requests/${id}`)).json()).status).toBe(
    'pending-approval',
  );

  const phone = await (
    await browser.newContext({ baseURL: place.app.origin, locale: 'en-SG', viewport: PHONE })
  ).newPage();
  await phone.goto(link);
  await expect(phone.getByRole('heading', { level: 1, name: 'Candle holders' })).toBeVisible();
  await expectCalm(phone);
  await phone.getByRole('button', { name: 'Return' }).click();
  await expect(phone.getByText('Please fill in this field.')).toBeVisible();
  await phone.getByLabel('Comment').fill('Fine.');
  await phone.getByRole('button', { name: 'Approve' }).click();
  await expect(phone.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expectCalm(phone);
  expect((await (await hannah.request.get(`/api/purchasing/purchase-requests/${id}`)).json()).status).toBe(
    'pending-budget',
  );
  expect((await phone.goto(`${link}x`))!.status()).toBe(404);
  await expectCalm(phone);
  expect((await phone.goto(link))!.status()).toBe(410);
  await expect(phone.getByText(`You approved ${number}`)).toBeVisible();
});

test('who is away names a delegate; a second one at the same time is refused, and the words stay', async ({
  browser,
}) => {
  const daniel = await enter(browser, 'head');
  await daniel.goto('/pages/account-setting?tab=absence');
  await expectCalmAtBoth(daniel);
  const leave = async (name: string, reason: string) => {
    await pick(daniel.getByLabel('Delegate'), name);
    for (const [field, days] of [
      ['From', 1],
      ['To', 8],
    ] as const) {
      const day = new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-GB', { timeZone: 'Asia/Singapore' });
      await daniel.getByLabel(field, { exact: true }).fill(`${day} 09:00am`);
    }
    await daniel.getByLabel('Reason').fill(reason);
    await daniel.getByRole('button', { name: 'Name the delegate' }).click();
  };
  await leave('Priya Menon', 'Annual leave');
  await expect(daniel.getByText('Priya Menon', { exact: false }).filter({ visible: true }).first()).toBeVisible();
  await leave('Marie Lau', 'Another week');
  await expect(daniel.getByRole('alert').first()).toContainText('Priya Menon is already the delegate of Daniel Koh');
  await expect(daniel.getByLabel('Reason')).toHaveValue('Another week');
  await expectCalmAtBoth(daniel);
});

test('Siti asks the simulator who would be asked, and opens the policy that counts', async ({ browser }) => {
  const siti = await enter(browser, 'admin');
  await siti.goto('/settings/approval-policies');
  await expectCalmAtBoth(siti);
  await siti.goto('/settings/approval-policies?view=simulator');
  await siti.getByLabel('Kind of document').selectOption({ label: 'Purchase request' });
  await siti.getByLabel('Net total', { exact: true }).fill('20000');
  await pick(siti.getByLabel('Requester'), 'Hannah Lim');
  await siti.getByLabel('Department').selectOption({ label: 'Operations' });
  await siti.getByRole('button', { name: 'Who would be asked?' }).click();
  const asked = siti.locator('.simulator .route b');
  await expect(asked).toHaveText(['Daniel Koh', 'Marie Lau']);
  await expectCalmAtBoth(siti);
});

test('a role goes in the middle of a click: the decision is refused in a clear sentence, and the words are still there', async ({
  browser,
}) => {
  const hannah = await enter(browser, 'requester');
  const { id } = await sent(hannah, 'Frames', 60);
  const nurul = await enter(browser, 'approver');
  await nurul.goto('/approvals');
  await nurul.locator('.inbox-item', { hasText: 'Frames' }).click();
  await nurul.getByLabel('Comment').fill('Which size?');
  const record = await nurul.context().newPage();
  await record.goto(`/purchasing/purchase-requests/${id}/show`);

  const siti = await enter(browser, 'admin');
  const { items } = await (await siti.request.get('/api/directory/users?q=Nurul')).json();
  const user = await (await siti.request.get(`/api/directory/users/${items[0].id}`)).json();
  const roles = (await (await siti.request.get('/api/directory/roles?perPage=100')).json()).items as {
    id: string;
    code: string;
  }[];
  const without = roles.find(({ code }) => code === 'AGENT')!.id;
  expect(
    (await siti.request.patch(`/api/directory/users/${user.id}`, { data: { ...user, roleIds: [without] } })).status(),
  ).toBe(200);

  await nurul.getByRole('button', { name: 'Return' }).click();
  await expect(nurul.getByRole('alert')).toContainText('Your rights have changed');
  await expect(nurul.getByRole('alert')).toContainText('Which size?');
  await expectCalmAtBoth(nurul);
  await record.getByRole('button', { name: 'Return' }).click();
  const dialog = record.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Which size, please?');
  await dialog.getByRole('button', { name: 'Return' }).click();
  await expect(record.getByText('Which size, please?')).toBeVisible();
  await expectCalm(record);
  expect((await (await hannah.request.get(`/api/purchasing/purchase-requests/${id}`)).json()).status).toBe(
    'pending-approval',
  );
});

test('the rule lets Daniel move the day before he decides: a day that has passed is refused in the dialog, the rest goes on', async ({
  browser,
}) => {
  const siti = await enter(browser, 'admin');
  const { items } = await (await siti.request.get('/api/directory/departments?q=OPS')).json();
  const made = await siti.request.post('/api/settings/approval-policies', {
    data: {
      docType: 'PR',
      name: 'Operations, the day may move',
      priority: 9,
      minCents: 0,
      departmentIds: [items[0].id],
      steps: [{ rule: 'department-head', mayEdit: ['neededBy', 'deliverToAddressId'] }],
    },
  });
  expect(made.status()).toBe(201);
  const request = await sent(await enter(browser, 'requester'), 'Trestles', 60);
  const daniel = await enter(browser, 'head');
  await daniel.goto(`/purchasing/purchase-requests/${request.id}/show`);
  await daniel.getByRole('button', { name: 'Change details' }).click();
  const dialog = daniel.getByRole('dialog', { name: 'Change before deciding' });
  await expect(dialog.getByLabel('Title')).toHaveCount(0);
  await dialog.getByLabel('Needed by').fill('01/01/2020');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('01/01/2020 has passed.')).toBeVisible();
  await expectCalmAtBoth(daniel);
  await dialog.getByLabel('Needed by').fill('24/02/2099');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(daniel.getByText('needed by 24/02/2099')).toBeVisible();
  await daniel.getByRole('button', { name: 'Approve', exact: true }).first().click();
  await expect(daniel.getByText(`You have approved ${request.number}.`)).toBeVisible();
  await expect(daniel.getByRole('button', { name: 'Change details' })).toHaveCount(0);
});
