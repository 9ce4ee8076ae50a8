import { expect, test } from '@playwright/test';
import { enterAsColleague } from '#tests/support/pages.ts';

// A colleague of Priya, who leads purchasing, reads the requests on a small laptop and a tablet, in German, which has the longest words.
test('in a narrow window columns give way, and who a request waits for stays in sight', async ({ page: priya }) => {
  await enterAsColleague(priya, 'PURCHASING-MANAGER', 'de');
  for (const [width, gone] of [
    [1440, []],
    [1180, ['Geändert']],
    [1024, ['Geändert', 'Angefordert von']],
    [768, ['Geändert', 'Angefordert von', 'Benötigt bis']],
  ] as const) {
    await priya.setViewportSize({ width, height: 900 });
    await priya.goto('/purchasing/purchase-requests/all-requests');
    await expect(priya.locator('table.records')).toHaveCSS('display', 'table');
    const heads = priya.locator('table.records th');
    for (const name of ['Geändert', 'Angefordert von', 'Benötigt bis'])
      await expect(heads.filter({ hasText: name })).toBeVisible({ visible: !gone.some((one) => one === name) });
    await expect(heads.filter({ hasText: 'Wartet auf' })).toBeInViewport({ ratio: 1 });
    const counts = await priya
      .locator('table.records tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].filter((one) => one.checkVisibility()).length));
    expect(new Set(counts).size).toBe(1);
  }
});
