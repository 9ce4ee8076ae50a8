import { expect, test } from '@playwright/test';
import { startMailApp } from '#tests/support/mail-app.ts';
import { received } from '#tests/support/mails.ts';
import { expectAccessible } from '#tests/support/pages.ts';

// Hannah moves to another address and Farid has forgotten his password, while their mail program opens every
// link of every mail before anybody reads it. An installation of its own, with a mail server.
const place = startMailApp();

const mails = () => place.smtp.messages.map(received);
const linksIn = (text: string) =>
  [...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link.replaceAll('&amp;', '&'));
async function mailTo(address: string, subject: RegExp) {
  const found = () => mails().findLast(({ headers }) => headers['to'] === address && subject.test(headers['subject']!));
  await expect.poll(found, { timeout: 20_000 }).toBeTruthy();
  return found()!;
}
/** The mails of the demonstration data were written where the installation was prepared. */
const here = (link: string) => link.replace(/^http:\/\/localhost:\d+/, place.app.origin);
/** Opens every link of every mail so far, as a program without a session does; how many. */
async function scan(): Promise<number> {
  const links = new Set(mails().flatMap(({ parts }) => Object.values(parts).flatMap(linksIn)));
  for (const link of links)
    for (const method of ['HEAD', 'GET'])
      expect((await place.scanner.fetch(here(link), { method })).status(), link).toBeLessThan(500);
  return links.size;
}
test('links in mails do nothing until somebody presses the button behind them', async ({ browser }) => {
  test.setTimeout(120_000);
  const hannah = await (await browser.newContext({ baseURL: place.app.origin, locale: 'en-SG' })).newPage();
  expect(
    (
      await hannah.request.post('/api/login', { data: { username: 'requester', password: 'garden-demo-2026' } })
    ).status(),
  ).toBe(200);
  await hannah.goto('/pages/account-setting');
  await hannah.getByRole('link', { name: 'Change e-mail address' }).click();
  await hannah.getByLabel('New e-mail address').fill('requester@garden.example');
  await hannah.getByRole('button', { name: 'Send the link' }).click();
  await expect(hannah.getByText('This is already your address.').first()).toBeVisible();
  await expectAccessible(hannah);
  await hannah.getByLabel('New e-mail address').fill('hannah@new.example');
  await hannah.getByRole('button', { name: 'Send the link' }).click();
  await expect(hannah.locator('.toast')).toContainText('A link has been sent to hannah@new.example.');
  await expect(hannah.getByText('Waiting for confirmation of hannah@new.example')).toBeVisible();
  await place.scanner.post(`${place.app.origin}/api/login`, { data: {} });
  await place.scanner.post(`${place.app.origin}/forgot-password`, { form: { email: 'requester2@garden.example' } });

  const verify = linksIn((await mailTo('hannah@new.example', /confirm your e-mail/)).parts['text/plain']!)[0]!;
  const reset = linksIn((await mailTo('requester2@garden.example', /Set a new password/)).parts['text/plain']!)[0]!;
  await mailTo('requester@garden.example', /A change of your e-mail address/);
  expect(await scan()).toBeGreaterThan(5);
  await hannah.reload();
  await expect(hannah.getByText('Waiting for confirmation of hannah@new.example')).toBeVisible();

  const reader = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await reader.goto(verify);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Is this your address?');
  await reader.getByRole('button', { name: 'Yes, confirm it' }).click();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Your address has been confirmed');
  expect((await reader.goto(verify))!.status()).toBe(404);
  await mailTo('requester@garden.example', /has been changed/);
  await hannah.goto('/directory/my-profile');
  await expect(hannah.locator('.side').getByText('hannah@new.example')).toBeVisible();
  await expectAccessible(hannah);

  await reader.goto(reset);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Set a new password');
});

test('every mail arrives in both forms, whole, with its links in full', async () => {
  expect(mails().length).toBeGreaterThan(10);
  for (const { headers, parts } of mails()) {
    expect(Object.keys(parts), headers['subject']).toEqual(['text/plain', 'text/html']);
    expect(parts['text/html']).toMatch(/<\/html>\s*$/);
    for (const link of linksIn(parts['text/plain']!))
      expect(parts['text/html']).toContain(link.replaceAll('&', '&amp;'));
  }
});
