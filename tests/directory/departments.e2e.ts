import { expect, test, type Page } from '@playwright/test';
import { expectCalm, pick } from '#tests/support/pages.ts';

// Siti maintains the departments; Helen only reads them. Every test works on departments of its own.
const LIST = '/directory/departments';
const signIn = async (page: Page, username = 'admin') => {
  const answer = await page.request.post('/api/login', {
    data: { username, password: 'garden-demo-2026', rememberMe: false },
  });
  return { authorization: `Bearer ${((await answer.json()) as { accessToken: string }).accessToken}` };
};
let count = 0;
const code = () => `E${Date.now().toString(36).toUpperCase()}${(count += 1)}`;

interface Made {
  id: string;
  code: string;
  version: number;
}

/** A department without members, made by the API. */
async function department(page: Page, headers: Record<string, string>, more: object = {}): Promise<Made> {
  const found = async (path: string) =>
    ((await (await page.request.get(path, { headers })).json()) as { items: { id: string }[] }).items[0]!.id;
  const data = {
    code: code(),
    name: 'Archive',
    businessEntityId: await found('/api/directory/business-entities'),
    headUserId: await found('/api/directory/users?q=koh'),
    ...more,
  };
  const made = await page.request.post('/api/directory/departments', { headers, data });
  expect(made.status()).toBe(201);
  return (await made.json()) as Made;
}

test('Siti makes a department: faults stand beside what she typed, then it is in the list', async ({ page }) => {
  await signIn(page);
  await page.goto(`${LIST}/create`);
  await expectCalm(page);
  const own = code();
  await page.getByLabel('Code', { exact: true }).fill(own);
  await page.getByLabel('E-mail').fill('archive');
  await page.getByLabel('Up to, Approvers 1').fill('12x');
  await page.getByRole('button', { name: 'Save' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'need attention' });
  await expect(summary.getByRole('link', { name: 'Head: Please fill in this field.' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue('archive');
  await expect(page.getByLabel('Up to, Approvers 1')).toHaveValue('12x');
  await expectCalm(page);
  await summary.getByRole('link', { name: /^Name/ }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill('Archive 档案');
  await page.getByLabel('Business entity').selectOption({ label: 'Stillwater Garden Pte Ltd' });
  await pick(page.getByLabel('Head', { exact: true }), 'Daniel Koh');
  await page.getByLabel('E-mail').fill('archive@garden.example');
  // A further row comes when the one before is used.
  await expect(page.getByLabel('Person, Approvers 3')).toBeHidden();
  await page.getByLabel('Up to, Approvers 2').fill('9');
  await expect(page.getByLabel('Person, Approvers 3')).toBeVisible();
  await page.getByLabel('Up to, Approvers 2').fill('');
  await pick(page.getByLabel('Person, Approvers 1'), 'Marie Lau');
  await page.getByLabel('Up to, Approvers 1').fill('1,500');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('“Archive 档案” has been saved.')).toBeVisible();
  await page.goto(`${LIST}?q=${own}`);
  await page.getByRole('link', { name: own, exact: true }).click();
  await expect(page.getByRole('row', { name: 'Marie Lau' })).toContainText('1,500.00');
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('Up to, Approvers 1')).toHaveValue('1,500.00');
});

test('what somebody else saved meanwhile is shown, and nothing typed is lost', async ({ page }) => {
  const headers = await signIn(page);
  const { id, version } = await department(page, headers);
  await page.goto(`${LIST}/${id}/edit`);
  await page.getByLabel('Name', { exact: true }).fill('Archive and library');
  await page.request.patch(`/api/directory/departments/${id}`, {
    headers,
    data: { version, name: 'Records', email: 'records@garden.example' },
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Siti Aminah changed this in the meantime/)).toBeVisible();
  await expect(page.getByRole('row', { name: 'Name Archive Records Archive and library' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue('records@garden.example');
  await expectCalm(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('“Archive and library” has been saved.')).toBeVisible();
});

test('work is saved while it is typed, asked about before leaving, and offered again', async ({ page }) => {
  const headers = await signIn(page);
  const { id } = await department(page, headers);
  await page.goto(`${LIST}/${id}/edit`);
  await page.getByLabel('Name', { exact: true }).fill('Half a thought');
  await expect(page.getByText(/^Draft saved \d\d:\d\d[ap]m$/)).toBeVisible();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.goto(LIST);
  expect(asked).toEqual(['beforeunload']);
  await page.goto(`${LIST}/${id}/edit`);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Archive');
  await page.getByRole('link', { name: 'Restore' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half a thought');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('has been saved.')).toBeVisible();
  await page.goto(`${LIST}/${id}/edit`);
  await expect(page.getByText(/was not saved/)).toBeHidden();
});

test('the list is searched, filtered, sorted by several columns and shown with other columns, all in the address', async ({
  page,
}) => {
  await signIn(page);
  await page.goto(LIST);
  await expectCalm(page);
  await page.keyboard.press('/');
  await page.keyboard.type('nothing is called so');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${LIST}?q=nothing+is+called+so`);
  await expect(page.getByRole('heading', { name: 'No records match these filters' })).toBeVisible();
  await expectCalm(page);
  await page.getByRole('link', { name: 'Remove “nothing is called so”' }).last().click();
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('checkbox', { name: 'Active' }).check();
  await page.getByRole('button', { name: 'Apply' }).first().click();
  await expect(page).toHaveURL(`${LIST}?status=active`);
  await expect(page.getByRole('link', { name: 'Remove “Status: Active”' })).toBeVisible();
  await page.getByRole('link', { name: 'Name', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: /^Name/ })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('link', { name: 'Code', exact: true }).click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/sort=name%2Ccode/);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Deputy head' }).check();
  await page.getByRole('button', { name: 'Apply' }).last().click();
  await expect(page.getByRole('columnheader', { name: 'Deputy head' })).toBeVisible();
  await expect(page).toHaveURL(/status=active.*sort=name%2Ccode/);
  for (const chip of ['Order: Name, ascending', 'Order: Code, ascending', /^\d+ of \d+ columns$/])
    await expect(page.getByText(chip)).toBeVisible();
  await expectCalm(page);
  await page.getByRole('link', { name: 'Remove “Order: Name, ascending”' }).click();
  await expect(page).not.toHaveURL(/sort=/);
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(LIST);
});

test('a view is saved under a name, renamed, opened and removed', async ({ page }) => {
  await signIn(page);
  const [name, other] = [`View ${code()}`, `Other ${code()}`];
  await page.goto(`${LIST}?q=ops&sort=-code`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Save this list as').fill(name);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.goto(LIST);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel(`Edit “${name}”`).click();
  await page.getByRole('textbox', { name: 'New name' }).fill(other);
  await expectCalm(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`The view is now called “${other}”.`)).toBeVisible();
  await expect(page).toHaveURL(LIST);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Save this list as').fill(name);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel(`Edit “${name}”`).click();
  await page.getByRole('textbox', { name: 'New name' }).fill(other);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This is already in use.')).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel(`Edit “${other}”`).click();
  await page.getByRole('button', { name: `Remove “${other}”` }).click();
  await expect(page.getByText(`The view “${other}” has been removed.`)).toBeVisible();
});

test('several are closed at once, each asked for itself', async ({ page }) => {
  const headers = await signIn(page);
  const empty = await department(page, headers, { name: `Bulk ${code()}` });
  const parent = await department(page, headers, { name: `Bulk parent ${code()}` });
  await department(page, headers, { parentId: parent.id });
  await page.goto(`${LIST}?q=bulk&perPage=50&sort=-updatedAt`);
  for (const { code: own } of [empty, parent]) await page.getByRole('row', { name: own }).getByRole('checkbox').check();
  await expect(page.getByText('selected')).toBeVisible();
  await page.locator('.bulk-bar').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'Not possible for 1 of them: 1 active department is still part of it.',
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText('Close: 1 done, 1 not done')).toBeVisible();
  await expect(page.getByText('1 active department is still part of it.')).toBeVisible();
  await expect(page.getByRole('row', { name: empty.code })).toContainText('Closed');
  await expect(page.getByRole('row', { name: parent.code }).getByRole('checkbox')).toBeChecked();
  await page.locator('.list-result').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row', { name: empty.code })).not.toContainText('Closed');
});

test('all that match are closed at once, beyond the page, after every row of it was chosen', async ({ page }) => {
  const headers = await signIn(page);
  const word = code();
  for (let n = 1; n <= 12; n += 1) await department(page, headers, { code: `Z${code()}`, name: `All ${word} ${n}` });
  const parent = await department(page, headers, { code: `Z${code()}`, name: `All ${word} parent` });
  await department(page, headers, { code: `Z${code()}`, parentId: parent.id });
  await page.goto(`${LIST}?q=${word}`);
  const all = page.getByLabel('Select all 13 matching');
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await expect(all).toBeHidden();
  await page.getByLabel('Select all rows on this page').check();
  await all.check();
  await expectCalm(page);
  await page.locator('.bulk-bar').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toContainText('Close: 13 departments');
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText('Close: 12 done, 1 not done')).toBeVisible();
  await expect(page.getByText(`All ${word} parent: 1 active department is still part of it.`)).toBeVisible();
  await page.goto(`${LIST}?q=${word}&type=closed`);
  await expect(page.getByText('1 to 10 of 12')).toBeVisible();
});

test('chosen rows go home as a file with the columns that are shown', async ({ page }) => {
  await signIn(page, 'auditor');
  await page.goto(`${LIST}?cols=code,name&sort=-code&perPage=100`);
  for (const own of ['OPS', 'FIN']) await page.getByRole('row', { name: own }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Export' }).last().click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'As a CSV file' }).click(),
  ]);
  const text = await (
    await download.createReadStream()
  )
    .toArray()
    .then((parts) => Buffer.concat(parts).toString('utf8'));
  expect(text).toBe('\ufeffCode,Name\r\nOPS,Operations\r\nFIN,Finance\r\n');
});

test('the list goes home as a file with the rows and columns that it shows', async ({ page }) => {
  await signIn(page);
  await page.goto(`${LIST}?q=ops&cols=code,name`);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'As a CSV file' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Departments \d{4}-\d\d-\d\d\.csv$/);
  const text = await (
    await download.createReadStream()
  )
    .toArray()
    .then((parts) => Buffer.concat(parts).toString('utf8'));
  expect(text.split('\r\n')[0]).toBe('\ufeffCode,Name');
  expect(text).toContain('OPS,');
});

test('a spreadsheet is tried, imported without its faulty row, and taken back', async ({ page }) => {
  await signIn(page);
  const [good, bad] = [code(), 'OPS'];
  const content = `Code,Name,Business entity,Head\n${good},Imported,SWG,Daniel Koh\n${bad},Twice,SWG,Daniel Koh\n`;
  await page.goto(`${LIST}/import`);
  await expectCalm(page);
  await page.getByLabel('File').setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('1 row can be imported. 1 row has errors.')).toBeVisible();
  await expect(page.getByRole('row', { name: '3 Code OPS This is already in use.' })).toBeVisible();
  await expectCalm(page);
  await page.getByRole('button', { name: 'Import 1 row and skip the others' }).click();
  await expect(page.getByText('1 record created from new.csv.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('1 record removed.')).toBeVisible();
  await page.goto(`${LIST}?q=${good}`);
  await expect(page.getByRole('heading', { name: 'No records match these filters' })).toBeVisible();
});

test('Helen reads the list and finds nothing to change it with', async ({ page }) => {
  const headers = await signIn(page, 'auditor');
  await page.goto(`${LIST}?perPage=100`);
  await expect(page.getByRole('cell', { name: 'Finance', exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Operations' }).check();
  await expect(page.locator('.bulk-bar').getByRole('button')).toHaveText(['Export', '']);
  for (const name of ['New department', 'Import']) await expect(page.getByRole('link', { name })).toHaveCount(0);
  await page.goto(`${LIST}/create`);
  await expect(page).toHaveURL('/not-authorized');
  const listed = (await (await page.request.get('/api/directory/departments', { headers })).json()) as {
    items: Made[];
  };
  const refused = await page.request.patch(`/api/directory/departments/${listed.items[0]!.id}`, {
    headers,
    data: { version: 1, name: 'Mine' },
  });
  expect([refused.status(), refused.headers()['content-type']]).toEqual([
    403,
    'application/problem+json; charset=utf-8',
  ]);
});

test.describe('on a phone, without a script', () => {
  test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });

  test('list, form and faults work, and nothing moves sideways', async ({ page }) => {
    await signIn(page);
    await page.goto(LIST);
    await page.getByRole('button', { name: 'Sort' }).click();
    await page.getByRole('link', { name: 'Name' }).last().click();
    await expect(page).toHaveURL(`${LIST}?sort=name`);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('checkbox', { name: 'Active', exact: true }).check();
    await page.getByRole('combobox', { name: 'Head' }).selectOption({ label: 'Daniel Koh' });
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/status=active.*headUserId=/);
    await expect(page.getByRole('button', { name: 'Filters 2' })).toBeVisible();
    const [bar, heading] = await Promise.all([
      page.getByRole('banner').boundingBox(),
      page.getByRole('heading', { level: 1 }).boundingBox(),
    ]);
    expect(heading!.y).toBeGreaterThanOrEqual(bar!.y + bar!.height);
    await page.goto(`${LIST}/create`);
    await page.getByLabel('Name', { exact: true }).fill('Archive');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('entries need attention')).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Archive');
  });
});

test('what is done with chosen rows is in sight, wherever in a long list they are', async ({ page }) => {
  await signIn(page);
  const inSight = () =>
    page.locator('.bulk-bar').evaluate((bar) => {
      const { top, bottom } = bar.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 500 });
    await page.goto(`${LIST}?perPage=50`);
    await page.locator('td.cell-check').first().click();
    expect(await inSight()).toBe(true);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    await expect.poll(inSight).toBe(true);
  }
});
