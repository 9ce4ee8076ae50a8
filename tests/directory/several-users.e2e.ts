import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { expectCalm, pick, signedIn } from '#tests/support/pages.ts';

// Siti administers, and has two people who begin together.
async function newcomers(siti: Page): Promise<string> {
  const mark = randomUUID().slice(0, 6);
  for (const name of ['Aisha', 'Benedict']) {
    const username = `${name.toLowerCase()}-${mark}`;
    const data = { username, email: `${username}@garden.example`, fullName: `${name} ${mark}`, language: 'en' };
    expect((await siti.request.post('/api/directory/users', { data })).status()).toBe(201);
  }
  return mark;
}

async function ask(siti: Page, mark: string, act: string): Promise<void> {
  await siti.goto(`/directory/users?q=${mark}`);
  const boxes = siti.locator('.row-check');
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await box.press('Space');
  await siti.locator('.bulk-bar').getByRole('button', { name: act }).click();
}

for (const javaScriptEnabled of [true, false])
  test(`two people get a role at once, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({ browser }) => {
    const siti = await signedIn(browser, 'admin', { javaScriptEnabled });
    const mark = await newcomers(siti);
    await ask(siti, mark, 'Add role');
    const dialog = siti.getByRole('dialog', { name: 'Add role: 2 users' });
    await expect(dialog).toContainText(`Aisha ${mark}, Benedict ${mark}`);
    await expect(dialog).toContainText('Existing roles are kept.');
    if (javaScriptEnabled) await expectCalm(siti);
    const { total } = await (await siti.request.get('/api/directory/roles?type=active')).json();
    const role = dialog.getByLabel('Role to add');
    // More than twenty are searched by typing; how many there are is up to the stories before.
    await (javaScriptEnabled && total > 20 ? pick(role, 'Store keeper') : role.selectOption('Store keeper'));
    await dialog.getByRole('button', { name: 'Add role' }).click();
    await expect(siti.locator('.list-result')).toContainText('Add role: 2 done');
    for (const name of ['Aisha', 'Benedict'])
      await expect(siti.getByRole('row', { name: `${name} ${mark}` })).toContainText('Store keeper');
  });

test('people who have not come in yet cannot be suspended, and the question says so', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin', { viewport: { width: 390, height: 844 } });
  const mark = await newcomers(siti);
  await ask(siti, mark, 'Suspend');
  const dialog = siti.getByRole('dialog', { name: 'Suspend: 2 users' });
  await expect(dialog).toContainText('Not possible for 2 of them: This is not possible in the current status.');
  await expect(dialog.getByRole('button', { name: 'Suspend' })).toBeDisabled();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await expectCalm(siti);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog).toBeHidden();
});
