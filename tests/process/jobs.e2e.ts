import { expect, test, type Page } from '@playwright/test';
import { expectCalm } from '#tests/support/pages.ts';

// Siti administers and may have a job run; Helen, the auditor, looks on; Hannah has no business here.
async function signIn(page: Page, username = 'admin') {
  const answer = await page.request.post('/api/login', {
    data: { username, password: 'garden-demo-2026', rememberMe: false },
  });
  return { authorization: `Bearer ${((await answer.json()) as { accessToken: string }).accessToken}` };
}

test('Siti reads the background jobs, has a job run, and sees what came of it', async ({ page }) => {
  await signIn(page);
  await page.goto('/settings/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await expect(page.getByText(/No process has checked/)).toHaveCount(0);
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Clean up job runs' }) });
  await expect(row).toContainText('Every day at 03:20am');
  await expect(row).toContainText(/\d\d\/\d\d\/\d{4} 03:20am/);
  await expectCalm(page);

  await row.getByRole('button', { name: 'Run now: Clean up job runs' }).click();
  await expect(page.getByText('“Clean up job runs” has run. There was nothing to do.')).toBeVisible();
  await expect(row).toContainText('Done');

  await page.getByRole('link', { name: 'Clean up job runs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clean up job runs' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('Done');
  await expect(page.getByRole('row').nth(1)).toContainText('Siti Aminah');
  await page.getByRole('link', { name: 'Failed', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No runs with this outcome' })).toBeVisible();
  await expectCalm(page);

  await page.goto('/directory/activity-log?event=job.run');
  await expect(page.getByRole('row').nth(1)).toContainText('Siti Aminah');
  await page.getByRole('link', { name: 'job-run-cleanup' }).first().click();
  await expect(page).toHaveURL('/settings/jobs/job-run-cleanup/show');
});

test('Helen reads it and finds no button, and for Hannah there is nothing', async ({ browser }) => {
  const helens = await (await browser.newContext()).newPage();
  const headers = await signIn(helens, 'auditor');
  await helens.goto('/settings/jobs');
  await expect(helens.getByRole('link', { name: 'Clean up job runs' })).toBeVisible();
  await expect(helens.getByRole('button', { name: /Run now/ })).toHaveCount(0);
  expect((await helens.request.post('/api/settings/jobs/job-run-cleanup/runs', { headers })).status()).toBe(403);
  expect(
    (
      await helens.request.post('/settings/jobs', {
        form: { act: 'run', job: 'job-run-cleanup' },
        headers: { origin: new URL(helens.url()).origin },
        maxRedirects: 0,
      })
    ).headers()['location'],
  ).toContain('/not-authorized');

  const hannahs = await (await browser.newContext()).newPage();
  const hers = await signIn(hannahs, 'requester');
  await hannahs.goto('/settings/jobs');
  await expect(hannahs).toHaveURL('/not-authorized');
  for (const path of ['/api/settings/jobs', '/api/settings/jobs/job-run-cleanup'])
    expect((await hannahs.request.get(path, { headers: hers })).status()).toBe(403);
});

test('the API lists jobs, has one run, and tells its runs', async ({ request, page }) => {
  const headers = await signIn(page);
  const list = (await (await request.get('/api/settings/jobs', { headers })).json()) as {
    items: { name: string; schedule: string; nextRunAt: string }[];
    lookedAt: string;
  };
  expect(list.items.find(({ name }) => name === 'job-run-cleanup')).toMatchObject({
    schedule: '20 3 * * *',
    nextRunAt: expect.stringContaining('T19:20:00.000Z'),
  });
  const asked = await request.post('/api/settings/jobs/job-run-cleanup/runs', { headers });
  expect(asked.status()).toBe(202);
  const { queueId } = (await asked.json()) as { queueId: string };
  const runs = async () =>
    (
      (await (await request.get('/api/settings/jobs/job-run-cleanup', { headers })).json()) as {
        runs: { items: { queueId: string; outcome: string | null }[] };
      }
    ).runs.items;
  await expect
    .poll(async () => (await runs()).find((run) => run.queueId === queueId)?.outcome, { timeout: 15_000 })
    .toBe('done');
  expect((await request.get('/api/settings/jobs/moon-landing', { headers })).status()).toBe(404);
  expect((await request.post('/api/settings/jobs/moon-landing/runs', { headers })).status()).toBe(404);
});

test.describe('on a phone, without script', () => {
  test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });

  test('jobs are read and run', async ({ page }) => {
    await signIn(page);
    await page.goto('/settings/jobs');
    await page.getByRole('button', { name: 'Run now: Clean up job runs' }).click();
    await expect(page.getByText('“Clean up job runs” has run. There was nothing to do.')).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('both screens fit', async ({ page }) => {
    await signIn(page);
    for (const path of ['/settings/jobs', '/settings/jobs/job-run-cleanup/show']) {
      await page.goto(path);
      await expectCalm(page);
    }
  });
});
