import { expect, test, type Page } from '@playwright/test';
import { expectCalm, signedIn } from '#tests/support/pages.ts';

// Hannah asks for forty plaques; Daniel decides on his phone; Marie sends it back, and gets it again.
const PHONE = { width: 390, height: 844 };

async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('astro-island:not([ssr])') !== null);
}

async function fill(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Needed by').fill(inDays(20));
  await page.getByLabel('Purpose').fill('Replaces paper labels on level 5 of Serenity Suite 静安阁.');
  await page.getByLabel('Deliver to').selectOption({ label: 'Site store' });
  await page.locator('#expenseCategoryId').selectOption({ label: '5410 Landscaping' });
  await page.locator('#costCenterId').selectOption({ label: 'OPS-COL Columbarium' });
  await page.getByLabel('Item 1: Item').fill('Granite plaque, 300 × 200 mm');
  await page.getByLabel('Item 1: Quantity').fill('40');
  await page.getByLabel('Item 1: Unit price').fill('420');
}

/** A request for benches and cushions, charged and delivered as one of hers that stands. */
async function twoItems(hannah: Page): Promise<object> {
  const { items } = await (
    await hannah.request.get('/api/purchasing/my-purchase-requests?type=all-my-requests')
  ).json();
  const { deliverToAddressId, expenseCategoryId, costCenterId } = items[0];
  return {
    title: 'Benches and cushions',
    purpose: 'For the waiting rooms.',
    purchasePath: 'quotation',
    neededBy: '2099-01-31',
    deliverToAddressId,
    expenseCategoryId,
    costCenterId,
    lines: [
      { description: 'Bench', quantity: 4, unit: 'Piece(s)', unitPriceE4: 10_000_000 },
      { description: 'Cushion', quantity: 8, unit: 'Piece(s)', unitPriceE4: 400_000 },
    ],
  };
}

function inDays(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-GB', { timeZone: 'Asia/Singapore' });
  return date;
}

test('a request is raised, decided on a phone, sent back and sent again', async ({ browser }) => {
  test.setTimeout(180_000);
  const title = `Granite plaques, ${Date.now()}`;
  const hannah = await signedIn(browser, 'requester');
  await hannah.goto('/purchasing/my-purchase-requests/all-my-requests');
  await expectCalm(hannah);
  await hannah.getByRole('link', { name: 'New request' }).first().click();
  await ready(hannah);

  await hannah.getByLabel('Title').fill(title);
  await hannah.getByLabel('Needed by').fill('12/10/2020');
  await hannah.getByRole('button', { name: 'Send for approval' }).click();
  const summary = hannah.getByRole('alert').filter({ hasText: 'need attention' });
  await expect(summary.getByRole('link')).toHaveText([
    'Items: Please add at least one item.',
    'Purpose: Please fill in this field.',
    'Needed by: 12/10/2020 has passed. Please choose a later day.',
  ]);
  await expect(summary).toBeFocused();
  await expectCalm(hannah);
  await summary.getByRole('link', { name: /^Purpose/ }).click();
  await expect(hannah.getByLabel('Purpose')).toBeFocused();
  await expect(hannah.getByLabel('Title')).toHaveValue(title);

  await fill(hannah, title);
  await hannah.getByLabel('Item 1: Unit price').press('Enter');
  await expect(hannah.getByLabel('Item 2: Item')).toBeFocused();
  await hannah.getByLabel('Item 2: Item').fill('Delivery and placement');
  await hannah.getByLabel('Item 2: Quantity').fill('1');
  await hannah.getByLabel('Item 2: Unit', { exact: true }).selectOption('Lot(s)');
  await hannah.getByLabel('Item 2: Unit price').fill('301');
  await expect(hannah.locator('.sums')).toContainText('18,640.09');
  await expect(hannah.locator('.route b')).toHaveText(['Daniel Koh', 'Marie Lau']);
  await hannah.locator('input[type=file]').setInputFiles({
    name: 'drawing-C-114.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
  });
  await expect(hannah.locator('.files')).toContainText('drawing-C-114.pdf');
  await hannah.getByRole('button', { name: 'Send for approval' }).click();

  await expect(hannah.locator('.record-number')).toContainText(/PR-SWG-\d{4}-\d{5}/);
  await expect(hannah.locator('.toast')).toContainText('has been sent for approval');
  await expect(hannah.locator('.decision-who')).toHaveText('Waiting for Daniel Koh');
  await expect(hannah.getByRole('link', { name: 'drawing-C-114.pdf', exact: true })).toBeVisible();
  await expectCalm(hannah);

  const daniel = await signedIn(browser, 'head', { viewport: PHONE });
  await daniel.goto('/approvals');
  await expectCalm(daniel);
  await daniel.getByText(title).click();
  await expect(daniel).toHaveURL(/\/show\?inbox=$/);
  await expect(daniel.locator('.decision-who')).toHaveText('Waiting for you');
  await expectCalm(daniel);
  const bar = daniel.locator('.decision-bar');
  for (const name of ['Reject', 'Return', 'Approve'])
    expect((await bar.getByRole('button', { name }).boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await bar.getByRole('button', { name: 'Approve' }).click();
  await expect(daniel.locator('.toast')).toContainText('It is now waiting for Marie Lau.');

  const marie = await signedIn(browser, 'finance');
  await marie.goto(hannah.url());
  await marie.getByRole('button', { name: 'Return', exact: true }).first().click();
  const dialog = marie.getByRole('dialog');
  await dialog.getByLabel('Comment').fill('   ');
  await dialog.getByRole('button', { name: 'Return' }).click();
  await expect(dialog.getByText('Please fill in this field.')).toBeVisible();
  await expectCalm(marie);
  await dialog.getByLabel('Comment').fill('Please ask for the price of 40.');
  await dialog.getByRole('button', { name: 'Return' }).click();
  await expect(marie.locator('.decision-who')).toHaveText('Returned by Marie Lau');

  await hannah.reload();
  await expect(hannah.locator('.decision')).toContainText('Please ask for the price of 40.');
  await hannah.getByRole('link', { name: 'Edit' }).first().click();
  await ready(hannah);
  await hannah.getByLabel('Item 1: Unit price').fill('395');
  await hannah.keyboard.press('Control+Enter');
  await expect(hannah.locator('.record-number')).toContainText('Revision 2');
  await expect(hannah.locator('.timeline')).toContainText('resubmitted it as revision 2');
  await expect(hannah.locator('.timeline ins').filter({ hasText: '17,550.09' })).toBeVisible();
  await hannah.getByRole('link', { name: 'Log' }).click();
  await expectCalm(hannah);
});

test('what was typed is saved, and offered again', async ({ browser }) => {
  const hannah = await signedIn(browser, 'stores');
  await hannah.goto('/purchasing/purchase-requests/new/create');
  await ready(hannah);
  await fill(hannah, 'Shelving for Store 2');
  await expect(hannah.getByText(/^Draft saved \d\d:\d\d[ap]m$/)).toBeVisible();
  hannah.on('dialog', (dialog) => void dialog.accept());
  await hannah.goto('/purchasing/my-purchase-requests/all-my-requests');
  await hannah.goto('/purchasing/purchase-requests/new/create');
  await expect(hannah.getByLabel('Title')).toHaveValue('');
  await hannah.getByRole('link', { name: 'Restore' }).click();
  await ready(hannah);
  await expect(hannah.getByLabel('Title')).toHaveValue('Shelving for Store 2');
  await expect(hannah.getByLabel('Item 1: Quantity')).toHaveValue('40');
  await hannah.getByRole('button', { name: 'Save and close' }).click();
  await expect(hannah.locator('.toast')).toContainText('has been saved as a draft');
  await hannah.goto('/purchasing/purchase-requests/new/create');
  await expect(hannah.getByText('was not saved')).toHaveCount(0);
});

test('two people change the same draft: the second sees what the first wrote and decides', async ({ browser }) => {
  const hannah = await signedIn(browser, 'requester');
  await hannah.goto('/purchasing/purchase-requests/new/create');
  await ready(hannah);
  await fill(hannah, 'Urn vault seals, batch 13');
  await hannah.getByRole('button', { name: 'Save and close' }).click();
  await expect(hannah).toHaveURL(/\/show$/);
  const edit = hannah.url().replace('/show', '/edit');
  await hannah.goto(edit);
  await ready(hannah);

  const daniel = await signedIn(browser, 'head');
  await daniel.goto(edit);
  await ready(daniel);
  await daniel.getByLabel('Title').fill('Urn vault seals, batch 13, silicone');
  await daniel.getByLabel('Purpose').fill('For the vaults of January.');
  await daniel.getByRole('button', { name: 'Save and close' }).click();
  await expect(daniel).toHaveURL(/\/show$/);

  await hannah.getByLabel('Title').fill('Urn vault seals, batch 13, for January');
  await hannah.getByRole('button', { name: 'Save and close' }).click();
  const notice = hannah.getByRole('alert').filter({ hasText: 'Daniel Koh changed this in the meantime' });
  await expect(notice).toContainText('Urn vault seals, batch 13, silicone');
  await expect(notice).toContainText('accepted');
  await ready(hannah);
  await expect(hannah.getByLabel('Title')).toHaveValue('Urn vault seals, batch 13, for January');
  await expect(hannah.getByLabel('Purpose')).toHaveValue('For the vaults of January.');
  await expectCalm(hannah);
  await hannah.getByRole('button', { name: 'Save and close' }).click();
  await expect(hannah.getByRole('heading', { level: 1 })).toHaveText('Urn vault seals, batch 13, for January');
});

test('without script the same pages raise a request and decide on it', async ({ browser }) => {
  const hannah = await signedIn(browser, 'requester', { javaScriptEnabled: false });
  await hannah.goto('/purchasing/purchase-requests/new/create');
  await hannah.getByLabel('Title').fill('Candles for the chapel');
  const answer = hannah.waitForResponse((response) => response.request().method() === 'POST');
  await hannah.getByRole('button', { name: 'Send for approval' }).click();
  expect((await answer).status()).toBe(422);
  await expect(hannah.getByRole('alert').first()).toContainText('Needed by');
  await expect(hannah.getByLabel('Title')).toHaveValue('Candles for the chapel');
  await fill(hannah, 'Candles for the chapel');
  // More of the same category was sent a moment ago: they would be added up, and asked higher.
  await hannah.locator('#expenseCategoryId').selectOption({ label: '5110 Office supplies' });
  await hannah.getByLabel('Item 1: Unit price').fill('2.5');
  await hannah.getByRole('button', { name: 'Send for approval' }).click();
  await expect(hannah.locator('.record-number')).toContainText(/PR-SWG-/);
  const number = /PR-SWG-\d{4}-\d{5}/.exec((await hannah.locator('.record-number').textContent())!)![0];

  const nurul = await signedIn(browser, 'approver', { javaScriptEnabled: false });
  await nurul.goto('/approvals');
  await nurul
    .getByRole('link', { name: new RegExp(number) })
    .first()
    .click();
  await nurul.getByRole('button', { name: 'Reject' }).click();
  await expect(nurul.getByText('Please fill in this field.')).toBeVisible();
  await nurul.getByLabel('Comment').fill('There are candles in Store 1.');
  await nurul.getByRole('button', { name: 'Reject' }).click();
  await expect(nurul.locator('.inbox-item').filter({ hasText: number })).toHaveCount(0);
  await hannah.reload();
  await expect(hannah.locator('.decision-who')).toHaveText('Rejected by Nurul Huda');
});

test('Daniel approves all but one item, with its reason', async ({ browser }) => {
  const hannah = await signedIn(browser, 'requester', { javaScriptEnabled: false });
  const answer = await hannah.request.post('/api/purchasing/purchase-requests', { data: await twoItems(hannah) });
  const { id, version } = await answer.json();
  expect(
    (await hannah.request.post(`/api/purchasing/purchase-requests/${id}/submission`, { data: { version } })).status(),
  ).toBe(200);

  const daniel = await signedIn(browser, 'head');
  await daniel.goto(`/purchasing/purchase-requests/${id}/show`);
  await daniel.getByRole('button', { name: 'Approve without some items' }).click();
  await daniel.getByRole('checkbox', { name: /^Cushion/ }).check();
  await daniel.getByRole('button', { name: 'Approve the rest' }).click();
  const dialog = daniel.getByRole('dialog', { name: 'Approve without some items' });
  await expect(dialog.getByText('Please say why.')).toBeVisible();
  await expectCalm(daniel);
  await dialog
    .getByLabel('Why this item is rejected')
    .filter({ visible: true })
    .fill('The old ones are as good as new.');
  await dialog.getByRole('button', { name: 'Approve the rest' }).click();
  await expect(daniel.locator('.decision-total')).toContainText('4,360.00');
  await expect(daniel.getByRole('row', { name: /^2 Cushion/ })).toContainText(
    'Rejected The old ones are as good as new.',
  );
  await expectCalm(daniel);
});

test('the session ends while Prakash writes: after signing in again his words are there', async ({ browser }) => {
  const prakash = await signedIn(browser, 'stores');
  await prakash.goto('/purchasing/purchase-requests/new/create');
  await ready(prakash);
  await fill(prakash, 'Pallets for Store 1');
  await prakash.request.post('/api/logout', { headers: { origin: new URL(prakash.url()).origin } });
  await prakash.getByRole('button', { name: 'Save and close' }).click();
  await expect(prakash).toHaveURL(/\/login\?to=/);
  await prakash.locator('[name=username]').fill('stores');
  await prakash.locator('[name=password]').fill('garden-demo-2026');
  await prakash.locator('[name=password]').press('Enter');
  await expect(prakash).toHaveURL(/\/new\/create/);
  await expect(prakash.getByLabel('Title')).toHaveValue('Pallets for Store 1');
  await expect(prakash.getByLabel('Item 1: Quantity')).toHaveValue('40');
});
