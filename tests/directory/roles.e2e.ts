import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

// Siti, the administrator, works on roles of her own making, so that nobody else's rights change.
const PASSWORD = 'garden-demo-2026';

async function signIn(page: Page): Promise<Record<string, string>> {
  const answer = await page.request.post('/api/login', {
    data: { username: 'admin', password: PASSWORD, rememberMe: false },
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return { authorization: `Bearer ${accessToken}` };
}

/** A copy of the staff role, held by somebody new. */
async function roleOfSomebody(
  page: Page,
  called: string,
): Promise<{ id: string; permissions: () => Promise<string[]> }> {
  const headers = await signIn(page);
  const code = `${called}-${Date.now().toString(36).toUpperCase()}`;
  const found = (await (await page.request.get('/api/directory/roles?q=STAFF', { headers })).json()) as {
    items: { id: string; code: string }[];
  };
  const staff = found.items.find((role) => role.code === 'STAFF')!;
  const made = await page.request.post(`/api/directory/roles/${staff.id}/copy`, {
    headers,
    data: { code, name: `Copy ${code}` },
  });
  expect(made.status()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  const name = code.toLowerCase();
  const person = await page.request.post('/api/directory/users', {
    headers,
    data: {
      username: name,
      email: `${name}@garden.example`,
      fullName: `Holder of ${code}`,
      language: 'en',
      roleIds: [id],
    },
  });
  expect(person.status()).toBe(201);
  const permissions = async () => {
    const role = (await (await page.request.get(`/api/directory/roles/${id}`, { headers })).json()) as {
      permissions: { subject: string; action: string }[];
    };
    return role.permissions.map((right) => `${right.subject}:${right.action}`);
  };
  return { id, permissions };
}

test('Siti sees who gains before she saves, and two duties in one hand wait for a reason', async ({ page }) => {
  const role = await roleOfSomebody(page, 'E2E-DUTIES');
  await page.goto(`/directory/roles/${role.id}/edit`);
  const save = page.getByRole('button', { name: 'Save changes' });
  await save.hover();
  await expect(save).toBeDisabled();
  await page.getByRole('button', { name: 'Directory', exact: true }).last().click();
  await page.getByLabel('Teams: Read').check();
  await expect(page.getByText('Teams: Read')).toBeVisible();
  await expect(page.locator('[data-gain]')).toHaveText('1');
  await expect(save).toBeEnabled();
  await page.getByLabel('Purchase orders: Create').check();
  await page.getByLabel('Purchase orders: Approve').check();
  await expect(page.getByText('Two duties held by the same person.')).toBeVisible();
  await expect(save).toBeDisabled();
  await expect(page.getByText('Enter a reason to save.')).toBeVisible();
  await page.getByLabel(/^Reason/).fill('Until the new buyer starts, 04/12/2026.');
  await save.click();
  await expect(page.getByText(/has been saved/)).toBeVisible();
  expect(await role.permissions()).toEqual(
    expect.arrayContaining(['PurchaseOrder:approve', 'PurchaseOrder:create', 'Team:read']),
  );
  await page.goto(`/directory/roles/${role.id}/show?tab=versions`);
  await expect(page.getByText('Until the new buyer starts, 04/12/2026.')).toBeVisible();
  await page.getByRole('button', { name: 'Restore: Version 1' }).click();
  await expect(page.getByText('Version 1 has been restored.')).toBeVisible();
  expect(await role.permissions()).not.toContain('PurchaseOrder:approve');
});

test('search and views narrow the matrix, and Discard puts everything back', async ({ page }) => {
  const role = await roleOfSomebody(page, 'E2E-VIEWS');
  await page.goto(`/directory/roles/${role.id}/edit`);
  await page.getByLabel('Find a subject or action').fill('roster');
  await expect(page.getByRole('rowheader', { name: 'Monthly rosters' })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Purchase requests', exact: true })).toBeHidden();
  await page.getByLabel('Monthly rosters: Read').check();
  await page.getByLabel('Find a subject or action').fill('');
  await page.getByRole('radio', { name: /^Changed/ }).check();
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the matrix is a form that saves, and asks for the reason itself', async ({ page }) => {
    const role = await roleOfSomebody(page, 'E2E-PLAIN');
    await page.goto(`/directory/roles/${role.id}/edit`);
    await page.getByLabel('Purchase orders: Create').check();
    await page.getByLabel('Purchase orders: Approve').check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('alert')).toContainText('The same person would hold two duties');
    await expect(page.getByLabel('Purchase orders: Approve')).toBeChecked();
    await page.getByLabel(/^Reason/).fill('Nobody else is here.');
    await page.getByRole('button', { name: 'Save changes' }).click();
    expect(await role.permissions()).toContain('PurchaseOrder:approve');
  });
});

test('the columns of the matrix stay where they are when groups are opened and closed', async ({ page }) => {
  const { id } = await roleOfSomebody(page, 'COLUMNS');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/directory/roles/${id}/edit`);
  const columns = () =>
    page
      .locator('.matrix thead th')
      .evaluateAll((heads) => heads.map((head) => Math.round((head as HTMLElement).offsetLeft)));
  const before = await columns();
  const groups = page.locator('.matrix-group button');
  for (const group of await groups.all()) {
    await group.click();
    expect(await columns()).toEqual(before);
  }
  for (const group of await groups.all()) await group.click();
  expect(await columns()).toEqual(before);
});

test('a role with many rights shows its modules folded, with what is allowed of each', async ({ page }) => {
  const headers = await signIn(page);
  const answer = await page.request.get('/api/directory/roles?q=administrator', { headers });
  const { items } = (await answer.json()) as { items: { id: string }[] };
  await page.goto(`/directory/roles/${items[0]!.id}/show`);
  const groups = page.locator('.matrix-group button');
  await expect(groups.first()).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('rowheader')).toHaveCount(0);
  await groups.first().click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});

test('roles, people, the log and the own account can be used by everybody', async ({ page }) => {
  test.setTimeout(180_000);
  const role = await roleOfSomebody(page, 'E2E-AXE');
  // A message that is just arriving is half transparent, and would be measured so.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const pages = [
    '/directory/roles',
    `/directory/roles/${role.id}/edit`,
    `/directory/roles/${role.id}/show`,
    `/directory/roles/${role.id}/show?tab=people`,
    `/directory/roles/${role.id}/show?tab=versions`,
    '/directory/users',
    '/directory/users/create',
    '/directory/activity-log',
    '/directory/activity-log?event=role.created',
    '/directory/my-profile',
    '/directory/my-profile/update',
    '/directory/my-profile/change-password',
    '/pages/account-setting',
    '/pages/account-setting?tab=security',
    '/pages/account-setting?tab=signature',
  ];
  for (const width of [1440, 390]) {
    // As high as the longest form: a foot that sticks over a control would be measured as covering it permanently.
    await page.setViewportSize({ width, height: 4000 });
    for (const path of pages) {
      await page.goto(path);
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        `${path} at ${width}`,
      ).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `${path} at ${width}`,
      ).toBeLessThanOrEqual(0);
    }
  }
});
