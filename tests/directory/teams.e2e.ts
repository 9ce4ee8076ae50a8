import { expect, test, type Page } from '@playwright/test';
import { expectCalm, pick } from '#tests/support/pages.ts';

// Siti maintains the teams; Helen may look at them and speak, Hannah cannot open them.
async function signIn(page: Page, username = 'admin') {
  const answer = await page.request.post('/api/login', {
    data: { username, password: 'garden-demo-2026', rememberMe: false },
  });
  return { authorization: `Bearer ${((await answer.json()) as { accessToken: string }).accessToken}` };
}

async function team(page: Page, headers: Record<string, string>): Promise<string> {
  const lead = (
    (await (await page.request.get('/api/directory/users?q=koh', { headers })).json()) as { items: { id: string }[] }
  ).items[0]!.id;
  const made = await page.request.post('/api/directory/teams', {
    headers,
    data: { name: `Desk ${Date.now().toString(36)}`, purpose: 'Answers calls at night.', leadId: lead },
  });
  expect(made.status()).toBe(201);
  return ((await made.json()) as { id: string }).id;
}

test('people speak on a record, files hang on it, and its timeline tells what happened', async ({ page }) => {
  const headers = await signIn(page);
  const id = await team(page, headers);
  await page.goto(`/directory/teams/${id}/show`);
  await page.getByLabel('Comment').fill('Please have a look, @auditor and @requester.');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(page.getByText('These people cannot open this record and are not notified: Hannah Lim.')).toBeVisible();
  await expect(page.getByText('@auditor')).toBeVisible();

  await page
    .getByLabel('Choose files or drop them here')
    .setInputFiles({ name: 'calls.txt', mimeType: 'text/plain', buffer: Buffer.from('The calls of the night') });
  await expect(page.getByRole('link', { name: 'calls.txt', exact: true })).toBeVisible();
  const file = await page.request.get(
    (await page.getByRole('link', { name: 'calls.txt', exact: true }).getAttribute('href'))!,
  );
  expect(await file.text()).toBe('The calls of the night');
  await expect(page.getByText('added the file calls.txt')).toBeVisible();

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Purpose').fill('Answers calls at night and on holidays.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('changed 1 field')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Purpose' }).locator('ins')).toHaveText('night and on holidays.');
  await expectCalm(page);
  await page.getByRole('radio', { name: 'Comments' }).check();
  await expect(page.getByText('changed 1 field')).toBeHidden();
  await expect(page.getByText('@auditor')).toBeVisible();

  await page.getByRole('button', { name: 'Stop watching' }).click();
  await expect(page.getByRole('button', { name: 'Watch' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove “calls.txt”' }).click();
  await expect(page.getByRole('link', { name: 'calls.txt', exact: true })).toHaveCount(0);
});

test('after an @ people are found by a part of their name, and who cannot read it is said before', async ({ page }) => {
  const id = await team(page, await signIn(page));
  await page.goto(`/directory/teams/${id}/show`);
  const comment = page.getByRole('textbox', { name: 'Comment' });
  await comment.click();
  await page.keyboard.type('Please call, @han');
  await expect(page.getByRole('option', { name: 'Hannah Lim' })).toContainText('cannot open this record');
  await comment.press('Backspace');
  await comment.press('Backspace');
  await comment.press('Backspace');
  await page.keyboard.type('hel');
  await expect(page.getByRole('option', { name: /Helen/ })).toHaveAttribute('aria-selected', 'true');
  await expectCalm(page);
  await comment.press('Enter');
  await expect(comment).toHaveValue('Please call, @auditor ');
  await page.keyboard.type('and @zzyzx');
  await expect(page.getByText('No one is called zzyzx.')).toBeVisible();
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(page.getByText('No one has the username @zzyzx, so no one was notified by it.')).toBeVisible();
  await expect(page.locator('.said .link')).toHaveText(['@auditor']);
  await expect(page.locator('.said')).toHaveText('Please call, @auditor and @zzyzx');
});

test('Helen speaks but finds no way to change, and for Hannah there is nothing', async ({ browser, page }) => {
  const id = await team(page, await signIn(page));
  const helens = await (await browser.newContext()).newPage();
  await signIn(helens, 'auditor');
  await helens.goto(`/directory/teams/${id}/show`);
  for (const name of ['Edit', 'Close']) await expect(helens.getByRole('link', { name })).toHaveCount(0);
  await expect(helens.getByText('Choose files')).toHaveCount(0);
  await helens.getByLabel('Comment').fill('Seen.');
  await helens.getByRole('button', { name: 'Add comment' }).click();
  await expect(helens.getByText('Seen.')).toBeVisible();
  const hannahs = await (await browser.newContext()).newPage();
  const headers = await signIn(hannahs, 'requester');
  await hannahs.goto(`/directory/teams/${id}/show`);
  await expect(hannahs).toHaveURL('/not-authorized');
  expect((await hannahs.request.get(`/api/records/team/${id}/comments`, { headers })).status()).toBe(404);
  expect(
    (await hannahs.request.post(`/api/records/team/${id}/comments`, { headers, data: { text: 'x' } })).status(),
  ).toBe(404);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a team fits', async ({ page }) => {
    const id = await team(page, await signIn(page));
    await page.goto(`/directory/teams/${id}/show`);
    await expectCalm(page);
  });
});

test('a list is narrowed to several of many people, who are added one by one and stay', async ({ page }) => {
  const headers = await signIn(page);
  const people = (
    (await (await page.request.get('/api/directory/users?perPage=100', { headers })).json()) as {
      items: { id: string; fullName: string }[];
    }
  ).items;
  const idOf = (name: string) => people.find(({ fullName }) => fullName === name)!.id;
  await page.goto(`/directory/teams?leadId=${idOf('Daniel Koh')}&leadId=${idOf('Marie Lau')}`);
  const filter = page.locator('.popover', { has: page.locator('#filter-by-leadId') });
  await page.locator(`[popovertarget=${await filter.getAttribute('id')}]`).click();
  const lead = filter.getByRole('group', { name: 'Lead' });
  await expect(lead.getByRole('checkbox')).toHaveCount(2);
  await pick(lead.getByLabel('Lead', { exact: true }), 'Hannah Lim');
  await filter.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL((url) => url.searchParams.getAll('leadId').length === 3);
  for (const name of ['Daniel Koh', 'Marie Lau', 'Hannah Lim'])
    await expect(page.getByRole('link', { name: new RegExp(`^Remove “.*${name}”`) })).toBeVisible();
});
