import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { pick } from '#tests/support/pages.ts';

// Daniel heads Operations and asks for an account for somebody new; Kai Wen above him and Siti, who administers, decide.
const PASSWORD = 'garden-demo-2026';

async function signedIn(browser: Browser, username: string, width = 1440): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width, height: 900 } })).newPage();
  await page.goto('/login');
  await page.getByLabel('Username or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
  return page;
}

/** Until the form answers: what is typed into it before may be lost. */
const ready = (page: Page) =>
  page.waitForFunction(
    () => document.querySelector('astro-island[component-url*="UserRequestForm"]:not([ssr])') !== null,
  );

const accessible = async (page: Page) => expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

for (const width of [1440, 390]) {
  test(`an account is asked for, approved by two and made, at ${width} pixels`, async ({ browser }) => {
    const [name, email] = [`Nadia Yusof ${width}`, `nadia.yusof.${width}.${Date.now().toString(36)}@garden.example`];
    const daniel = await signedIn(browser, 'head', width);
    await daniel.goto('/directory/users/requests');
    await accessible(daniel);
    await daniel.getByRole('link', { name: 'Request an account' }).first().click();
    await ready(daniel);
    await daniel.getByLabel('Full name').fill(name);
    await daniel.getByLabel('E-mail').fill('requester@garden.example');
    await daniel.getByLabel('Job title').fill('Counter assistant');
    await daniel
      .getByLabel('From', { exact: true })
      .fill(new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Singapore' }).format(new Date()));
    await daniel.getByLabel('Reason').fill('Covers the Qing Ming season.');
    const asked = daniel.locator('.side').getByRole('listitem');
    await expect(asked).toHaveText([/Lim Kai Wen/, /Siti Aminah/]);
    await daniel.getByRole('group', { name: 'Roles' }).getByLabel('Counter', { exact: true }).check();
    // Whoever answers for the role is asked too, and it is said why.
    await expect(asked).toHaveCount(3);
    await daniel.getByRole('button', { name: 'Save and close' }).click();
    await expect(daniel.getByText('Someone already has an account with this address.').first()).toBeVisible();
    await expect(daniel.getByLabel('Reason')).toHaveValue('Covers the Qing Ming season.');
    await accessible(daniel);
    await daniel.getByLabel('E-mail').fill(email);
    await daniel.getByRole('button', { name: 'Save and close' }).click();
    await expect(daniel.getByText('No one has been asked yet.')).toBeVisible();
    await expect(daniel.getByText('Daniel Koh does not have these rights')).toBeVisible();
    await daniel
      .locator('[data-acts], .decision-bar')
      .getByRole('button', { name: 'Send for approval' })
      .filter({ visible: true })
      .first()
      .click();
    await expect(daniel.getByText(/Waiting for Lim Kai Wen/).first()).toBeVisible();
    await accessible(daniel);
    const address = new URL(daniel.url()).pathname;

    const kaiWen = await signedIn(browser, 'manager', width);
    await kaiWen.goto(address);
    await expect(kaiWen.getByText('Waiting for you', { exact: true })).toBeVisible();
    await kaiWen.getByRole('button', { name: 'Approve' }).filter({ visible: true }).first().click();
    await expect(kaiWen.getByText(/^You have approved UR-/)).toBeVisible();

    const owner = await signedIn(browser, 'counterhead', width);
    await owner.goto('/approvals');
    await owner
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .click();
    await expect(owner.getByText('New rights').first()).toBeVisible();
    await owner.goto(address);
    await owner.getByRole('button', { name: 'Approve' }).filter({ visible: true }).first().click();

    const siti = await signedIn(browser, 'admin', width);
    await siti.goto(address);
    await accessible(siti);
    await siti.getByRole('button', { name: 'Approve' }).filter({ visible: true }).first().click();
    await expect(siti.getByText(/and it has been carried out\.$/)).toBeVisible();
    await siti.getByRole('link', { name, exact: true }).first().click();
    await expect(siti.getByText('Invited').first()).toBeVisible();
  });
}

test('a change is asked for with the present values in the form, and returned with a comment', async ({ browser }) => {
  const daniel = await signedIn(browser, 'head');
  await daniel.goto('/directory/users/requests/create');
  await pick(daniel.getByLabel('Person', { exact: true }), 'Mohamed Idris');
  await daniel.getByRole('button', { name: 'Continue' }).click();
  await expect(daniel).toHaveURL(/\/directory\/users\/[^/]+\/edit\/request$/);
  await expect(daniel.getByLabel('Full name')).toHaveValue('Mohamed Idris');
  await ready(daniel);
  await accessible(daniel);
  await daniel.getByRole('group', { name: 'Type' }).getByLabel('Suspension').check();
  await daniel.getByLabel('Job title').fill('Senior duty officer');
  await daniel.getByLabel('Reason').fill('Leads the night shift from now on.');
  await daniel.getByRole('button', { name: 'Save and close' }).click();
  await expect(daniel.getByText('This type of request does not change this.').first()).toBeVisible();
  await expect(daniel.getByLabel('Job title')).toHaveValue('Senior duty officer');
  await daniel.getByRole('group', { name: 'Type' }).getByLabel('Change of details').check();
  await daniel.getByRole('button', { name: 'Save and close' }).click();
  await expect(daniel.getByText('was Duty officer')).toBeVisible();
  await daniel.locator('[data-acts]').getByRole('button', { name: 'Send for approval' }).click();
  await expect(daniel.getByText(/Waiting for Lim Kai Wen/).first()).toBeVisible();
  const address = new URL(daniel.url()).pathname;

  const kaiWen = await signedIn(browser, 'manager');
  await kaiWen.goto(address);
  await kaiWen.locator('[data-acts]').getByRole('button', { name: 'Return' }).click();
  const dialog = kaiWen.getByRole('dialog');
  await dialog.getByLabel('Comment').fill('Please agree the date with him first.');
  await dialog.getByRole('button', { name: 'Return' }).click();
  await expect(kaiWen.getByText('Returned by Lim Kai Wen')).toBeVisible();
  await daniel.goto(address);
  await expect(daniel.getByText('“Please agree the date with him first.”').first()).toBeVisible();
  await expect(daniel.locator('[data-acts]').getByRole('link', { name: 'Edit' })).toBeVisible();
});

test('Hannah finds no way to ask for an account', async ({ browser }) => {
  const hannah = await signedIn(browser, 'requester');
  await hannah.goto('/directory/users/requests/create');
  await expect(hannah).toHaveURL(/not-authorized/);
});
