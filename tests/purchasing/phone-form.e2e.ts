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

test('on a small laptop and a tablet there is room to write what an item is', async ({ browser }) => {
  const hannah = await signedIn(browser, 'requester');
  for (const width of [1024, 768]) {
    await hannah.setViewportSize({ width, height: 900 });
    await hannah.goto('/purchasing/purchase-requests/new/create');
    const item = hannah.locator('.line-item input').first();
    await expect(item).toBeVisible();
    expect((await item.boundingBox())!.width).toBeGreaterThan(300);
  }
});

test('why a request cannot be edited stands beside its lock, in the menu of the other acts', async ({ browser }) => {
  const hannah = await signedIn(browser, 'requester');
  await hannah.goto('/purchasing/my-purchase-requests/all-my-requests?status=pending-approval');
  await hannah.getByRole('row', { name: 'Pending approval' }).getByRole('link', { name: /^PR-/ }).first().click();
  await hannah.getByRole('button', { name: 'More actions' }).click();
  const line = hannah.locator('#document-more .because');
  const [lock, text] = [await line.locator('.icon').boundingBox(), await line.locator('span').boundingBox()];
  expect(text!.x).toBeGreaterThanOrEqual(lock!.x + lock!.width);
  expect(lock!.y).toBeLessThan(text!.y + 10);
});
