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

// An administrator's colleague on the same machines: no list is cut at its edge, and its marks and rows keep their shape.
test('no list of the directory is cut where there is little room, and no mark of it breaks', async ({ page: asha }) => {
  await enterAsColleague(asha, 'ADMINISTRATOR', 'de');
  for (const width of [1440, 1024, 768])
    for (const list of ['users', 'users/requests', 'roles', 'activity-log']) {
      await asha.setViewportSize({ width, height: 900 });
      await asha.goto(`/directory/${list}`);
      const frame = asha.locator('.table-frame');
      await expect(frame.locator('tbody tr').first()).toBeVisible();
      expect(await frame.evaluate((one) => one.scrollWidth - one.clientWidth), `${list} at ${width}`).toBe(0);
      if (list === 'users/requests')
        await expect(asha.locator('th', { hasText: 'Wartet auf' })).toBeInViewport({ ratio: 1 });
    }
  await asha.goto('/purchasing/purchase-requests/all-requests');
  const marks = await asha.locator('.mark').evaluateAll((all) => all.map((mark) => mark.clientHeight));
  expect(marks.length).toBeGreaterThan(0);
  expect(Math.max(...marks)).toBeLessThan(24);
});

test('a day and what changes it in its cell stand on one line', async ({ page: priya }) => {
  await enterAsColleague(priya, 'ADMINISTRATOR', 'en');
  await priya.goto('/purchasing/purchase-requests/all-requests');
  const cells = await priya.locator('.figures.cell-changes').evaluateAll((all) =>
    all.map((cell) => {
      const [value, pencil] = [...cell.children].map((one) => one.getBoundingClientRect());
      return pencil!.left - value!.right;
    }),
  );
  expect(cells.length).toBeGreaterThan(0);
  for (const gap of cells) expect(gap).toBeGreaterThanOrEqual(0);
});
