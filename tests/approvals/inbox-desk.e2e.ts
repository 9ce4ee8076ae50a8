import { expect, test, type Page } from '@playwright/test';
import { startMailApp } from '#tests/support/mail-app.ts';
import { expectCalm, signedIn } from '#tests/support/pages.ts';
import { sent } from '#tests/support/sent-request.ts';

// Hannah asks for eight things; Daniel decides one after another at his desk and on his phone. An installation of its own:
// nobody else decides.
const place = startMailApp();

test.beforeAll(async ({ browser }) => {
  const hannah = await signedIn(browser, 'requester', { baseURL: place.app.origin });
  for (let at = 1; at <= 8; at += 1) await sent(hannah, `Ribbons ${at}`, 30 + at);
});

/** Every message with the controls and bars that it lies on. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.toast')].map((one) => one.getBoundingClientRect());
    const others = [
      ...document.querySelectorAll<HTMLElement>('.inbox-acts, .inbox-many, .decision-bar, .form-foot, .btn, .input'),
    ].filter((one) => !one.closest('#toasts') && one.checkVisibility());
    return others
      .filter((one) => {
        const { top, right, bottom, left } = one.getBoundingClientRect();
        return boxes.some((box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top);
      })
      .map((one) => one.className);
  });

test('the message about a decision lies on no act of the next one, which is open already', async ({ browser }) => {
  test.setTimeout(120_000);
  const daniel = await signedIn(browser, 'approver', { baseURL: place.app.origin });
  for (const [width, height] of [
    [1440, 900],
    [1366, 768],
    [1024, 768],
  ] as const) {
    await daniel.setViewportSize({ width, height });
    await daniel.goto('/approvals');
    const rows = daniel.locator('.inbox-item');
    const names = await rows.locator('b').allTextContents();
    await rows.nth(1).click();
    await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true');
    await daniel.getByLabel('Comment').fill('Which size?');
    await daniel.getByRole('button', { name: 'Return', exact: true }).click();
    await expect(daniel.locator('.toast')).toBeVisible();
    await expect.poll(() => covered(daniel)).toEqual([]);
    await expect(daniel.locator('.inbox-item[aria-current] b')).toHaveText(names[2] ?? names[0]!);
  }
});

test('chosen rows are marked and counted, all at once too, and nothing is decided alone beside them', async ({
  browser,
}) => {
  const daniel = await signedIn(browser, 'approver', { baseURL: place.app.origin });
  await daniel.goto('/approvals');
  const approve = daniel.getByRole('button', { name: 'Approve', exact: true });
  const boxes = daniel.locator('.inbox-row .check');
  const count = await boxes.count();
  await expect(approve).toBeVisible();
  await boxes.first().check();
  await expect(approve).toBeHidden();
  await expect(daniel.locator('.inbox-many .bulk-count')).toBeVisible();
  // The sheet counts what stands before the figure.
  const isAfterAll = daniel
    .locator('.inbox-many .bulk-count')
    .evaluate((figure) =>
      [...document.querySelectorAll('.row-check')].every(
        (box) => figure.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_PRECEDING,
      ),
    );
  expect(await isAfterAll).toBe(true);
  await expectCalm(daniel);
  const marked = () =>
    daniel
      .locator('.inbox-row')
      .evaluateAll((rows) => rows.filter((one) => getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)').length);
  expect(await marked()).toBe(1);
  await daniel.getByLabel('Select all rows on this page').check();
  await expect(daniel.locator('.inbox-row .check:checked')).toHaveCount(count);
  expect(await marked()).toBe(count);
  await daniel.getByLabel('Select all rows on this page').uncheck();
  await expect(approve).toBeVisible();
});

test('on a phone a decision leads to the next one', async ({ browser }) => {
  const daniel = await signedIn(browser, 'approver', {
    baseURL: place.app.origin,
    viewport: { width: 390, height: 844 },
  });
  await daniel.goto('/approvals');
  const titles = await daniel.locator('.inbox-item b').allTextContents();
  await daniel.locator('.inbox-item').first().click();
  await expect(daniel).toHaveURL(/\/show\?inbox=/);
  const back = daniel.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link');
  await expect(back.filter({ visible: true })).toHaveText('Waiting for me');
  await expect(back.filter({ visible: true })).toHaveAttribute('href', '/approvals');
  await daniel.locator('.decision-bar').getByRole('button', { name: 'Approve' }).click();
  const dialog = daniel.getByRole('dialog');
  if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(daniel.locator('.toast')).toBeVisible();
  await expect.poll(() => covered(daniel)).toEqual([]);
  if (titles.length > 1) await expect(daniel.getByRole('heading', { level: 1 })).toContainText(titles[1]!);
  else await expect(daniel).toHaveURL(/\/approvals$/);
});
