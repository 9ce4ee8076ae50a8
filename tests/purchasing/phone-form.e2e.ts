import { expect, test } from '@playwright/test';
import { signedIn } from '#tests/support/pages.ts';

// Hannah writes a request on her phone.
test('on a phone choices stand in one column or one row, and each is as high as a thumb', async ({ browser }) => {
  const hannah = await signedIn(browser, 'requester', { viewport: { width: 390, height: 844 } });
  await hannah.goto('/purchasing/purchase-requests/new/create');
  const segments = hannah.locator('.segmented:visible');
  await expect(segments.first()).toBeVisible();
  const shapes = await segments.evaluateAll((all) =>
    all.map((one) => {
      const boxes = [...one.children].map((child) => child.getBoundingClientRect());
      return {
        columns: new Set(boxes.map(({ left }) => Math.round(left))).size,
        rows: new Set(boxes.map(({ top }) => Math.round(top))).size,
        least: Math.min(...boxes.map(({ height }) => height)),
      };
    }),
  );
  for (const { columns, rows, least } of shapes) {
    expect(Math.min(columns, rows)).toBe(1);
    expect(least).toBeGreaterThanOrEqual(44);
  }
});
