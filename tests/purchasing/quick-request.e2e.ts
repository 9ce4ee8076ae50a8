import { expect, test, type Page } from '@playwright/test';
import { expectCalm, signedIn } from '#tests/support/pages.ts';

// Farid needs one thing. He has asked before: where it goes and what it is charged to is filled in. Every click and every
// key of his is counted, but for the text that he types.
const LIST = '/purchasing/my-purchase-requests/all-my-requests';
const CLICKS = 6;
const KEYS = 11;

const inTwoWeeks = () =>
  new Date(Date.now() + 14 * 86_400_000).toLocaleDateString('en-GB', { timeZone: 'Asia/Singapore' });

async function atTheForm(page: Page): Promise<void> {
  await page.waitForURL('**/new/create');
  await page.waitForFunction(() =>
    document.querySelector('astro-island[component-url*="PurchaseRequestForm"]:not([ssr])'),
  );
}

async function expectSent(page: Page, item: string): Promise<void> {
  await expect(page.locator('.record-number')).toContainText(/PR-SWG-\d{4}-\d{5}/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(item);
  await expect(page.locator('.decision-who')).toContainText('Waiting for');
}

test('one thing is asked for and sent with six clicks, the first of which opens the form', async ({ browser }) => {
  const item = `Nitrile gloves, ${Date.now()}`;
  const farid = await signedIn(browser, 'requester2');
  await farid.goto(LIST);
  let clicks = 0;
  const click = async (target: ReturnType<Page['locator']>) => {
    clicks += 1;
    await target.click();
  };
  await click(farid.getByRole('link', { name: 'New request' }).first());
  await atTheForm(farid);
  await expect(farid.getByLabel('Item 1: Item')).toBeFocused();
  await expectCalm(farid);
  expect((await farid.getByLabel('Item 1: Item').boundingBox())!.y).toBeLessThan(320);
  await farid.keyboard.type(item);
  await click(farid.getByLabel('Item 1: Quantity'));
  await farid.keyboard.type('20');
  await click(farid.getByLabel('Item 1: Unit price'));
  await farid.keyboard.type('12.90');
  await click(farid.getByLabel('Purpose'));
  await farid.keyboard.type('Stock for the interment teams.');
  await click(farid.getByLabel('Needed by'));
  await farid.keyboard.type(inTwoWeeks());
  await click(farid.getByRole('button', { name: 'Send for approval' }));
  await expectSent(farid, item);
  expect(clicks).toBe(CLICKS);
});

test('and with eleven keys', async ({ browser }) => {
  const item = `Cotton gloves, ${Date.now()}`;
  const farid = await signedIn(browser, 'requester2');
  await farid.goto(LIST);
  await farid.waitForLoadState('networkidle');
  let keys = 0;
  const press = async (...pressed: string[]) => {
    for (const key of pressed) {
      keys += key.split('+').length;
      await farid.keyboard.press(key);
    }
  };
  await press('c');
  await atTheForm(farid);
  await expect(farid.getByLabel('Item 1: Item')).toBeFocused();
  await farid.keyboard.type(item);
  await press('Tab');
  await farid.keyboard.type('12');
  // Past the unit, which is right.
  await press('Tab', 'Tab');
  await farid.keyboard.type('3.20');
  // Past what is there for other items.
  await press('Tab', 'Tab', 'Tab', 'Tab');
  await expect(farid.getByLabel('Purpose')).toBeFocused();
  await farid.keyboard.type('For the ceremonies of January.');
  await press('Tab');
  await farid.keyboard.type(inTwoWeeks());
  await press('Control+Enter');
  await expectSent(farid, item);
  expect(keys).toBe(KEYS);
});

test('a unit that is none of ours is asked about, where it was pasted', async ({ browser }) => {
  const hannah = await signedIn(browser, 'requester');
  await hannah.goto('/purchasing/purchase-requests/new/create');
  await atTheForm(hannah);
  await hannah.getByLabel('Item 1: Item').focus();
  await hannah.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'Urn bags\t2\tctn\t12.90\nSeals\t5\tpcs\t1');
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  const unit = hannah.getByLabel('Item 1: Unit', { exact: true });
  await expect(unit).toBeFocused();
  await expect(unit).toHaveValue('');
  await expect(hannah.getByText('“ctn” is not in the list. Please choose one.')).toBeVisible();
  await expect(hannah.getByLabel('Item 2: Unit', { exact: true })).toHaveValue('Piece(s)');
  await expectCalm(hannah);
  await unit.selectOption('Lot(s)');
  await expect(hannah.getByText('“ctn” is not in the list. Please choose one.')).toHaveCount(0);
});

test('a fault in what is folded unfolds it, and the summary leads there', async ({ browser }) => {
  const hannah = await signedIn(browser, 'requester', { viewport: { width: 390, height: 844 } });
  await hannah.goto('/purchasing/purchase-requests/new/create');
  await atTheForm(hannah);
  const more = hannah.locator('.form-fold');
  await expect(hannah.getByRole('group', { name: 'Priority' })).toBeHidden();
  await more.locator('summary').click();
  await hannah.getByRole('group', { name: 'Priority' }).getByText('Urgent', { exact: true }).click();
  await more.locator('summary').click();
  await expect(hannah.locator('#priorityReason')).toBeHidden();
  await hannah.getByRole('button', { name: 'Send for approval' }).click();
  const summary = hannah.getByRole('alert').filter({ hasText: 'need attention' });
  await expect(summary.getByRole('link')).toHaveText([
    'Items: Please add at least one item.',
    'Purpose: Please fill in this field.',
    'Needed by: Please fill in this field.',
    'Reason for the priority: Please say why.',
  ]);
  await expect(hannah.locator('#priorityReason')).toBeVisible();
  await more.locator('summary').click();
  await summary.getByRole('link', { name: /^Reason/ }).click();
  await expect(hannah.locator('#priorityReason')).toBeFocused();
  await expectCalm(hannah);
});
