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
