import { expect, test, type Page } from '@playwright/test';
import { enterAsColleague, expectCalm } from '#tests/support/pages.ts';

// Siti and Kai Wen keep the settings; Helen only reads them; Hannah does not see them. The stories share one installation, one after the other.
test.describe.configure({ mode: 'serial' });

const signIn = async (page: Page, username = 'admin') => {
  const answer = await page.request.post('/api/login', {
    data: { username, password: 'garden-demo-2026', rememberMe: false },
  });
  return { authorization: `Bearer ${((await answer.json()) as { accessToken: string }).accessToken}` };
};

const LIMIT = '/settings/purchasing.specification-above';
/** A day so many years ahead, as people write it. */
const ahead = (years: number) => `01/07/${new Date().getFullYear() + years}`;

test('Siti finds every setting with its value, and changes one at once', async ({ page }) => {
  await signIn(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Business settings' }).click();
  await expect(page).toHaveURL('/settings');
  await expectCalm(page);
  const row = page.getByRole('row', { name: /Specification required above/ });
  await expect(row).toContainText('S$ 30,000.00');
  await expect(row).toContainText('from the start');
  await page.getByRole('link', { name: 'Change “Specification required above”' }).click();
  await expectCalm(page);
  await expect(page.getByLabel('Specification required above')).toHaveValue('30,000.00');
  await page.getByLabel('Specification required above').fill('30,000.50');
  await page.getByLabel('Reason').fill('The auditors asked for it.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('“Specification required above” has been changed.')).toBeVisible();
  await expect(page).toHaveURL(`${LIMIT}/show`);
  await expectCalm(page);
  const history = page.getByRole('row', { name: /In force/ });
  for (const words of ['S$ 30,000.00', 'S$ 30,000.50', 'Siti Aminah', 'The auditors asked for it.'])
    await expect(history).toContainText(words);
});

test('faults stand at their fields, and nothing typed is lost', async ({ page }) => {
  await signIn(page);
  await page.goto(`${LIMIT}/edit`);
  await page.getByLabel('Specification required above').fill('a lot');
  await page.getByLabel('Effective from').fill('31/12/2020');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: '2 entries need attention' })).toBeVisible();
  await expect(page.getByText('Please enter an amount such as 1,234.50.').first()).toBeVisible();
  await expect(page.getByLabel('Specification required above')).toHaveValue('a lot');
  await expectCalm(page);
  await page.getByLabel('Specification required above').fill('28000');
  await page.getByLabel('Reason').fill('Prices');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('31/12/2020 has passed. Please choose a later day.').first()).toBeVisible();
  await expect(page.getByLabel('Reason')).toHaveValue('Prices');
});

test('tiers are entered as a table, and a fault is named with its row', async ({ page }) => {
  await signIn(page);
  await page.goto('/settings/purchasing.quotation-tiers/edit');
  await page.getByLabel('Up to (S$, net), Quotations by amount 2').fill('500.00');
  await page.getByLabel('Effective from').fill(ahead(1));
  await page.getByLabel('Reason').fill('Fewer quotations for small things.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByRole('link', {
      name: 'Quotations by amount 2, Up to (S$, net): Each amount must be greater than the one above it.',
    }),
  ).toBeVisible();
  await expectCalm(page);
  await page.getByLabel('Up to (S$, net), Quotations by amount 2').fill('8,000.00');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`“Quotations by amount” will change on ${ahead(1)}.`)).toBeVisible();
  await expect(page.getByRole('row', { name: /Scheduled/ })).toContainText('8,000.00');
});

test('the working week is entered with days and times, and hours that end before they begin are refused', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/settings/time.working-week/edit');
  await expectCalm(page);
  await page.getByLabel('Day, Working week 6').selectOption('Saturday');
  await page.getByLabel('From, Working week 6').fill('01:00pm');
  await page.getByLabel('Until, Working week 6').fill('09:00am');
  await page.getByLabel('Effective from').fill(ahead(1));
  await page.getByLabel('Reason').fill('Families come on Saturdays.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    page.getByRole('link', { name: 'Working week 6, Until: Please enter a time after the start.' }),
  ).toBeVisible();
  await page.getByLabel('From, Working week 6').fill('09:00am');
  await page.getByLabel('Until, Working week 6').fill('01:00pm');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: 'Saturday 09:00am 01:00pm' }).first()).toBeVisible();
});

test('a change is planned, stands in the list, and is taken back before it starts', async ({ page }) => {
  await signIn(page);
  await page.goto(`${LIMIT}/edit`);
  await page.getByLabel('Specification required above').fill('40,000.00');
  await page.getByLabel('Effective from').fill(ahead(2));
  await page.getByLabel('Reason').fill('Steel has become dear.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.goto('/settings');
  for (const words of ['S$ 40,000.00', `from ${ahead(2)}`])
    await expect(page.getByRole('row', { name: /Specification required above/ })).toContainText(words);
  await page.goto(`${LIMIT}/edit`);
  await page.getByLabel('Specification required above').fill('41,000.00');
  await page.getByLabel('Effective from').fill(ahead(2));
  await page.getByLabel('Reason').fill('Dearer still.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Another change starts at that time.').first()).toBeVisible();
  await page.goto(`${LIMIT}/show`);
  await page.getByRole('button', { name: `Withdraw the change from ${ahead(2)}` }).click();
  await expect(page.getByText(`The change from ${ahead(2)} has been withdrawn.`)).toBeVisible();
  await expect(page.getByText('No change is scheduled.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Withdrawn/ })).toContainText('withdrawn by Siti Aminah');
  await expectCalm(page);
});

test('Siti is told when Kai Wen was faster, and can still save what she typed', async ({
  page,
  playwright,
  baseURL,
}) => {
  const other = await playwright.request.newContext({ baseURL: baseURL! });
  const login = await other.post('/api/login', {
    data: { username: 'manager', password: 'garden-demo-2026', rememberMe: false },
  });
  const headers = { authorization: `Bearer ${((await login.json()) as { accessToken: string }).accessToken}` };
  await signIn(page);
  await page.goto('/settings/directory.email-free-after-days/edit');
  await page.getByLabel('E-mail addresses are released after').fill('120');
  await page.getByLabel('Reason').fill('Three months are too short.');
  const { version } = (await (
    await other.get('/api/settings/directory.email-free-after-days', { headers })
  ).json()) as { version: number };
  const made = await other.post('/api/settings/directory.email-free-after-days/changes', {
    headers,
    data: { version, value: 180, reason: 'Half a year.' },
  });
  expect(made.status()).toBe(201);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Lim Kai Wen 林凯文 changed this in the meantime/)).toBeVisible();
  await expect(page.getByRole('row', { name: 'E-mail addresses are released after 90 180 120' })).toBeVisible();
  await expectCalm(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('“E-mail addresses are released after” has been changed.')).toBeVisible();
  await expect(page.getByRole('row', { name: /120 days/ }).first()).toContainText('180 days');
  await other.dispose();
});

test('every change stands in the activity log, with before and after', async ({ page }) => {
  await signIn(page);
  await page.goto('/directory/activity-log?subject=Setting');
  await expect(page.getByRole('link', { name: 'Specification required above' }).first()).toBeVisible();
  await page
    .getByRole('link', { name: /Siti Aminah changed this setting/ })
    .last()
    .click();
  for (const words of ['30,000.00', '30,000.50']) await expect(page.locator('.log-detail')).toContainText(words);
  await expectCalm(page);
});

test('Helen searches among the settings, by words of their explanations too', async ({ page }) => {
  await signIn(page, 'auditor');
  await page.goto('/settings');
  await expect(page.getByRole('columnheader', { name: 'Setting' })).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('quotations AMOUNT');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=quotations/);
  await expect(page.getByRole('link', { name: 'Quotations by amount' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Working week' })).toHaveCount(0);
  await expectCalm(page);
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('crematorium');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Show all settings' }).click();
  await expect(page.getByRole('link', { name: 'Working week' })).toBeVisible();
});

test('Helen reads settings and history and finds nothing to change them with; Hannah is let in nowhere', async ({
  page,
}) => {
  const headers = await signIn(page, 'auditor');
  await page.goto('/settings');
  await expect(page.getByRole('link', { name: /^Change/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Quotations by amount' }).click();
  await expect(page.getByRole('heading', { name: 'Quotations by amount' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Withdraw/ })).toHaveCount(0);
  await expectCalm(page);
  await page.goto(`${LIMIT}/edit`);
  await expect(page).toHaveURL('/not-authorized');
  const refused = await page.request.post('/api/settings/purchasing.direct-limit/changes', {
    headers,
    data: { version: 1, value: 1, reason: 'Mine.' },
  });
  expect(refused.status()).toBe(403);
  await page.context().clearCookies();
  const hers = await signIn(page, 'requester');
  for (const path of ['/settings', '/settings/holidays', '/settings/number-continuity']) {
    await page.goto(path);
    await expect(page).toHaveURL('/not-authorized');
    expect((await page.request.get(`/api${path}`, { headers: hers })).status()).toBe(403);
  }
});

test('the API gives values as they are stored, and names faults where they were sent', async ({ page }) => {
  const headers = await signIn(page);
  const { items } = (await (await page.request.get('/api/settings', { headers })).json()) as {
    items: { name: string; value: unknown }[];
  };
  expect(items.find(({ name }) => name === 'purchasing.direct-limit')).toMatchObject({
    group: 'purchasing',
    value: 100_000,
    planned: [],
    version: 1,
  });
  const send = (data: object) => page.request.post('/api/settings/purchasing.direct-limit/changes', { headers, data });
  const faulty = await send({ version: 1, value: -5, startsOn: '2026-13-01' });
  expect([
    faulty.status(),
    ((await faulty.json()) as { errors: { path: string }[] }).errors.map(({ path }) => path),
  ]).toEqual([422, ['value', 'startsOn', 'reason']]);
  expect((await send({ value: 1, reason: 'No version.' })).status()).toBe(422);
  const planned = (await (
    await send({ version: 1, value: 120_000, startsOn: `${new Date().getFullYear() + 3}-01-01`, reason: 'Later.' })
  ).json()) as { id: string };
  const path = `/api/settings/purchasing.direct-limit/changes/${planned.id}`;
  expect((await page.request.delete(path, { headers })).status()).toBe(204);
  expect((await page.request.delete(path, { headers })).status()).toBe(409);
  for (const name of ['purchasing.nothing', 'constructor', 'demonstration.started'])
    expect((await page.request.get(`/api/settings/${name}`, { headers })).status()).toBe(404);
});

test.describe('on a phone, without a script, in German', () => {
  test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });

  test('a setting is read and changed', async ({ page }) => {
    await enterAsColleague(page, 'ADMINISTRATOR', 'de');
    await page.goto('/settings');
    await page.getByRole('link', { name: '„Ein altes Passwort ist wieder erlaubt nach“ ändern' }).click();
    await page.getByLabel('Ein altes Passwort ist wieder erlaubt nach').fill('6');
    await page.getByLabel('Grund').fill('Die Prüfer wünschen es.');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expect(page.getByText('„Ein altes Passwort ist wieder erlaubt nach“ ist geändert.')).toBeVisible();
    await expect(page.getByText('6 andere').first()).toBeVisible();
    for (const path of ['/settings', '/settings/time.working-week/show', '/settings/time.working-week/edit']) {
      await page.goto(path);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
        path,
      ).toBe(0);
    }
  });
});
