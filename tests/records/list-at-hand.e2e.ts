import { expect, test, type Page } from '@playwright/test';
import { expectCalm, pick, signedIn } from '#tests/support/pages.ts';

// Siti puts teams and requests right without leaving their list, and looks at them beside it.
const API = '/api/directory/teams';
let teamName: string;
let teamId: string;
const row = (page: Page) => page.getByRole('row', { name: new RegExp(teamName) });
const leadOf = (page: Page) => row(page).locator('td', { has: page.locator('[data-change$="/leadId"]') });

test.beforeEach(async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  const { items } = await (await siti.request.get('/api/directory/users?q=koh')).json();
  teamName = `Lanterns ${Date.now().toString(36)}`;
  const made = await siti.request.post(API, {
    data: { name: teamName, purpose: 'Lights the paths.', leadId: items[0].id },
  });
  teamId = (await made.json()).id;
  await siti.context().close();
});

test('Siti gives a team another lead in its cell and takes it back', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  await siti.goto(`/directory/teams?q=${encodeURIComponent(teamName)}`);
  await expect(leadOf(siti)).toContainText('Daniel Koh');
  await row(siti).hover();
  await siti.getByRole('link', { name: `Change Lead of ${teamName}` }).click();
  const field = siti.locator('#cell-leadId');
  await expect(field).toBeFocused();
  await pick(field, 'Hannah Lim');
  await expectCalm(siti);
  await siti.getByRole('button', { name: 'Save' }).click();
  await expect(leadOf(siti)).toContainText('Hannah Lim');
  await expect(siti.locator('.toast')).toContainText('Lead: Hannah Lim');
  await siti.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await expect(leadOf(siti)).toContainText('Daniel Koh');
  expect(await (await siti.request.get(`${API}/${teamId}`)).json()).toMatchObject({ version: 3 });
});

test('what somebody else changed meanwhile is shown beside one’s own choice, and another field is no obstacle', async ({
  browser,
}) => {
  const siti = await signedIn(browser, 'admin');
  const users = (await (await siti.request.get('/api/directory/users?perPage=100')).json()).items as {
    id: string;
    fullName: string;
  }[];
  const idOf = (name: string) => users.find(({ fullName }) => fullName.startsWith(name))!.id;
  const elsewhere = (data: object) => siti.request.patch(`${API}/${teamId}`, { data });
  await siti.goto(`/directory/teams?q=${encodeURIComponent(teamName)}`);
  await row(siti).hover();
  await siti.getByRole('link', { name: `Change Lead of ${teamName}` }).click();
  await pick(siti.locator('#cell-leadId'), 'Hannah Lim');
  expect((await elsewhere({ version: 1, purpose: 'Lights the paths at dusk.' })).status()).toBe(200);
  await siti.getByRole('button', { name: 'Save' }).click();
  await expect(leadOf(siti)).toContainText('Hannah Lim');

  await row(siti).hover();
  await siti.getByRole('link', { name: `Change Lead of ${teamName}` }).click();
  await pick(siti.locator('#cell-leadId'), 'Priya');
  expect((await elsewhere({ version: 3, leadId: idOf('Siti') })).status()).toBe(200);
  await siti.getByRole('button', { name: 'Save' }).click();
  await expect(siti.getByRole('alert')).toContainText('Someone changed this to Siti Aminah in the meantime.');
  await expectCalm(siti);
  await siti.getByRole('button', { name: /^Save Priya/ }).click();
  await expect(leadOf(siti)).toContainText('Priya');
});

test('without script the pencil leads to the form, and who may only read has none', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin', { javaScriptEnabled: false });
  await siti.goto(`/directory/teams?q=${encodeURIComponent(teamName)}`);
  await row(siti).hover();
  await siti.getByRole('link', { name: `Change Lead of ${teamName}` }).click();
  await expect(siti).toHaveURL(`/directory/teams/${teamId}/edit#leadId`);

  const helen = await signedIn(browser, 'auditor');
  await helen.goto(`/directory/teams?q=${encodeURIComponent(teamName)}`);
  await expect(row(helen)).toBeVisible();
  await expect(helen.locator('[data-change]')).toHaveCount(0);
});

test('Hannah puts the day of a draft right in the list, and is told what is wrong with one', async ({ browser }) => {
  const hannah = await signedIn(browser, 'requester');
  await hannah.goto('/purchasing/my-purchase-requests/all-my-requests?status=draft');
  const first = hannah.locator('tr[data-row]').first();
  await first.hover();
  await first.locator('[data-change$="/neededBy"]').click();
  const field = hannah.locator('#cell-neededBy');
  await expect(field).toBeFocused();
  await field.fill('31/02/2027');
  await field.press('Enter');
  await expect(hannah.getByRole('alert')).toBeVisible();
  await field.fill('26/02/2027');
  await field.press('Enter');
  await expect(first).toContainText('26/02/2027');
});

test('Siti looks at records beside the list, by keys and by the eye, and goes on to the next', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  await siti.goto('/directory/departments');
  await siti.keyboard.press('j');
  await siti.keyboard.press('v');
  const look = siti.getByRole('dialog');
  await expect(look.getByRole('heading', { name: 'Customer care' })).toBeVisible();
  await expect(look.locator('form, script, astro-island')).toHaveCount(0);
  await expectCalm(siti);
  await siti.keyboard.press('ArrowDown');
  await expect(look.getByRole('heading', { name: 'Customer care' })).toHaveCount(0);
  await expect(siti.locator('tr[data-row]').nth(1)).toHaveAttribute('aria-selected', 'true');
  await siti.keyboard.press('Escape');
  await expect(look).toHaveCount(0);
  await siti.keyboard.press('j');
  await expect(siti.locator('tr[data-row]').nth(2)).toHaveAttribute('aria-selected', 'true');

  await siti.goto('/purchasing/purchase-requests/all-requests');
  const second = siti.locator('tr[data-row]').nth(1);
  await second.hover();
  await second.locator('[data-look]').click();
  await expect(look).toContainText('Items');
  await expectCalm(siti);
  await look.getByRole('link', { name: 'Open' }).click();
  await expect(siti).toHaveURL(/\/show$/);
});

test('an eye that is pressed before the script has come opens its look, and a page that fails is tried again', async ({
  browser,
}) => {
  const siti = await signedIn(browser, 'admin');
  const script = Promise.withResolvers<void>();
  await siti.route('**/_astro/*.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  await siti.goto('/directory/departments', { waitUntil: 'commit' });
  const first = siti.locator('tr[data-row]').first();
  await first.hover();
  await first.locator('[data-look]').click();
  await siti.route('**/show', (route) => route.abort());
  script.resolve();
  const look = siti.getByRole('dialog');
  await expect(look.getByRole('alert')).toBeVisible();
  await expectCalm(siti);
  await siti.unroute('**/show');
  await look.getByRole('button', { name: 'Try again' }).click();
  await expect(look.getByRole('heading', { name: 'Customer care' })).toBeVisible();
});

test('Siti makes a column wide and another narrow, and the address says so', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin');
  await siti.goto('/purchasing/purchase-requests/all-requests');
  const widthOf = (name: string) => siti.locator('thead th', { hasText: name }).evaluate((head) => head.clientWidth);
  const before = await widthOf('Title');
  await siti.getByRole('button', { name: 'Columns' }).click();
  await siti.getByLabel('Width of “Title”').selectOption('Wide');
  await siti.getByLabel('Width of “Requested by”').selectOption('Narrow');
  await expectCalm(siti);
  await siti.locator('#list-columns').getByRole('button', { name: 'Apply' }).click();
  await expect(siti).toHaveURL(/[?&]width=/);
  expect(new URL(siti.url()).searchParams.getAll('width')).toEqual(['title:wide', 'requesterId:narrow']);
  expect(await widthOf('Title')).toBeGreaterThan(before - 1);
  await expect(siti.locator('td.column-narrow').first()).toHaveCSS('text-overflow', 'ellipsis');
  await siti.getByRole('button', { name: 'Columns' }).click();
  await siti.locator('#list-columns').getByRole('link', { name: 'Default columns' }).click();
  await expect(siti).not.toHaveURL(/width=/);
});
