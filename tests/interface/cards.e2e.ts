import { expect, test } from '@playwright/test';
import { signedIn } from '#tests/support/pages.ts';

// On her phone Hannah reads her requests as cards: what stands beside each other stands on one line.
test('on a phone, the person of a card and the amount beside it stand on one line', async ({ browser }) => {
  const hannah = await signedIn(browser, 'requester', { viewport: { width: 390, height: 844 } });
  await hannah.goto('/purchasing/my-purchase-requests/all-my-requests');
  const row = hannah.locator('.as-cards tbody tr', { has: hannah.locator('.cell-person') }).first();
  await expect(row).toBeVisible();
  const tops = await row.evaluate((card) =>
    ['.cell-person', '.cell-amount'].map((name) => {
      const text = document.createTreeWalker(card.querySelector(name)!, NodeFilter.SHOW_TEXT, (node) =>
        node.textContent!.trim() === '' ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_ACCEPT,
      );
      const range = document.createRange();
      range.selectNodeContents(text.nextNode()!);
      return range.getBoundingClientRect().top;
    }),
  );
  expect(Math.abs(tops[0]! - tops[1]!)).toBeLessThan(1);
});

// On the same phone Siti reads how far each series of numbers has come.
test('on a phone a number, a day and its label are whole', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin', { viewport: { width: 390, height: 844 } });
  for (const [list, text] of [
    ['/settings/number-continuity', /^[A-Z]+-[A-Z]+-\d{4}-\d+$/],
    ['/settings/mails', /^\d\d\/\d\d\/\d{4} \d\d:\d\d[ap]m$/],
    ['/purchasing/purchase-requests/all-requests', /^\d\d\/\d\d\/\d{4}$/],
  ] as const) {
    await siti.goto(list);
    const cells = siti.locator('.as-cards tbody td[data-label]:visible').filter({ hasText: text });
    await expect(cells.first(), list).toBeVisible();
    // The label, and one line below it.
    for (const height of await cells.evaluateAll((all) => all.map((cell) => cell.clientHeight)))
      expect(height, list).toBeLessThan(48);
  }
});
