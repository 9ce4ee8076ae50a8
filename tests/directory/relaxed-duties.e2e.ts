import { expect, test, type Page } from '@playwright/test';
import { expectCalm } from '#tests/support/pages.ts';

// Siti alone administers, so nobody else can change her role; Helen audits, and Hannah may not read the log.
const REPORT = '/directory/activity-log/relaxed-duties';

async function enter(page: Page, username: string): Promise<Record<string, string>> {
  const answer = await page.request.post('/api/login', {
    data: { username, password: 'garden-demo-2026', rememberMe: false },
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return { authorization: `Bearer ${accessToken}` };
}

test('Helen reads which duties are kept apart and where one person did both', async ({ page }) => {
  const headers = await enter(page, 'admin');
  const { items } = (await (await page.request.get('/api/directory/roles?q=ADMIN', { headers })).json()) as {
    items: { id: string; code: string; version: number }[];
  };
  const { id, version } = items.find(({ code }) => code.startsWith('ADMIN'))!;
  const description = `Keeps users and roles, ${Date.now().toString(36)}`;
  const changed = await page.request.patch(`/api/directory/roles/${id}`, { headers, data: { version, description } });
  expect(changed.status()).toBe(200);

  await enter(page, 'auditor');
  await page.goto('/directory/activity-log');
  await page.getByRole('link', { name: 'Relaxed duties' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Relaxed duties');
  await expect(page.getByRole('row', { name: /Requester and approver/ })).toContainText('Separated');
  const found = page.getByRole('row', { name: /only administrator/ }).first();
  await expect(found).toContainText('Role editor and own role');
  await expect(found).toContainText('holds this role or these rights');
  await expectCalm(page);

  await page.goto(`${REPORT}?month=2024-02`);
  await expect(page.getByText('No cases this month')).toBeVisible();
  await expectCalm(page);
});

test('is not open to Hannah', async ({ page }) => {
  const headers = await enter(page, 'requester');
  await page.goto(REPORT);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Relaxed duties');
  expect((await page.request.get(`/api${REPORT}`, { headers })).status()).toBe(403);
});
