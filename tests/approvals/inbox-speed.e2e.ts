import { expect, test, type Page } from '@playwright/test';
import { startMailApp } from '#tests/support/mail-app.ts';
import { signedIn } from '#tests/support/pages.ts';
import { sent } from '#tests/support/sent-request.ts';

// Daniel decides five things in a row, by mouse and then by keys; every click and every key of his is counted. An
// installation of its own: nobody else decides.
const place = startMailApp();
const FIVE = 5;

test.beforeAll(async ({ browser }) => {
  const hannah = await signedIn(browser, 'requester', { baseURL: place.app.origin });
  for (let at = 1; at <= 2 * FIVE + 2; at += 1) await sent(hannah, `Ribbons ${at}`, 30 + at);
});

/** The one that is shown, by its title. */
const shown = (page: Page) => page.locator('.inbox-item[aria-current] b');

/** Daniel at his first page, and how many wait for him. */
async function atHisDesk(page: Page): Promise<number> {
  await page.goto('/dashboard');
  return (await (await page.request.get('/api/approvals')).json()).counts.all;
}

test('five approvals take six clicks, the first of which opens the inbox', async ({ browser }) => {
  const daniel = await signedIn(browser, 'approver', { baseURL: place.app.origin });
  const before = await atHisDesk(daniel);
  let clicks = 0;
  const click = async (name: string, role: 'link' | 'button') => {
    clicks += 1;
    await daniel.getByRole(role, { name, exact: true }).first().click();
  };
  await click('Waiting for me', 'link');
  const decided: string[] = [];
  while (decided.length < FIVE) {
    const title = (await shown(daniel).textContent())!.trim();
    expect(decided).not.toContain(title);
    await click('Approve', 'button');
    decided.push(title);
    await expect(shown(daniel)).not.toHaveText(title);
  }
  expect(clicks).toBeLessThanOrEqual(6);
  expect(await atHisDesk(daniel)).toBe(before - FIVE);
});

test('and seven keys', async ({ browser }) => {
  const daniel = await signedIn(browser, 'approver', { baseURL: place.app.origin });
  const before = await atHisDesk(daniel);
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await daniel.keyboard.press(key);
  };
  await press('g');
  await press('w');
  await expect(shown(daniel)).toBeVisible();
  for (let at = 0; at < FIVE; at += 1) {
    const title = (await shown(daniel).textContent())!;
    await press('a');
    await expect(shown(daniel)).not.toHaveText(title);
  }
  expect(keys).toBe(7);
  expect(await atHisDesk(daniel)).toBe(before - FIVE);
});

test('a click or a key too many decides nothing that was not seen', async ({ browser }) => {
  const daniel = await signedIn(browser, 'approver', { baseURL: place.app.origin });
  const before = await atHisDesk(daniel);
  await daniel.goto('/approvals');
  const title = (await shown(daniel).textContent())!;
  await daniel.getByRole('button', { name: 'Approve', exact: true }).dblclick();
  await expect(shown(daniel)).not.toHaveText(title);
  await expect(daniel.getByRole('alert')).toHaveCount(0);
  expect(await atHisDesk(daniel)).toBe(before - 1);

  await daniel.goto('/approvals');
  const next = (await shown(daniel).textContent())!;
  // A key that is held down repeats.
  await daniel.keyboard.down('a');
  await expect(shown(daniel)).not.toHaveText(next);
  for (let at = 0; at < 5; at += 1) await daniel.keyboard.down('a');
  await daniel.keyboard.up('a');
  await expect(daniel.getByRole('alert')).toHaveCount(0);
  expect(await atHisDesk(daniel)).toBe(before - 2);
});
