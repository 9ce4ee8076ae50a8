import { expect, test, type Page } from '@playwright/test';
import { signedIn } from '#tests/support/pages.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const PAGES = [
  '/dashboard',
  '/purchasing/purchase-requests/all-requests',
  '/directory/departments',
  '/directory/roles',
  '/directory/activity-log',
  '/directory/my-profile',
  '/pages/account-setting?tab=notifications',
  '/notifications',
  '/apps/email',
  '/approvals',
  '/settings',
  '/search?q=a',
  '/help',
  '/not-authorized',
];
const NEW_REQUEST = '/purchasing/purchase-requests/new/create';

/**
 * What can be pressed and is lower than 44 px, by its classes. Links within a sentence may be lower (WCAG 2.5.8); what
 * is hit is the label of a box, the whole row of a link that is stretched over it, and an area widened by `::after`.
 */
const low = (page: Page) =>
  page.evaluate(() => {
    const hit = (one: Element) => {
      const shown = (one as HTMLInputElement).labels?.[0] ?? one;
      const wider = [one, shown].some((at) => getComputedStyle(at, '::after').position === 'absolute');
      return wider ? 44 : Math.max(...[one, shown].map((at) => at.getBoundingClientRect().height));
    };
    const isInText = (one: Element) =>
      one.matches('a') &&
      getComputedStyle(one).display === 'inline' &&
      one.parentElement!.textContent!.trim() !== one.textContent!.trim();
    return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => one.getBoundingClientRect().right > 0 && !one.matches('.skip'))
      .filter((one) => !isInText(one) && hit(one) < 43.5)
      .map((one) => `${one.tagName}.${one.className} in .${one.parentElement!.className}: ${Math.round(hit(one))}`);
  });

test('on a phone everything that can be pressed is 44 pixels high', async ({ browser }) => {
  const siti = await signedIn(browser, 'admin', PHONE);
  const found: string[] = [];
  for (const path of PAGES) {
    await siti.goto(path);
    found.push(...(await low(siti)).map((one) => `${path}: ${one}`));
  }
  expect(found).toEqual([]);
});

test('as it is on the first page of finance, of the auditor and of who requests', async ({ browser }) => {
  const found: string[] = [];
  for (const username of ['finance', 'auditor', 'requester']) {
    const person = await signedIn(browser, username, PHONE);
    await person.goto('/dashboard');
    found.push(...(await low(person)).map((one) => `${username}: ${one}`));
    await person.context().close();
  }
  expect(found).toEqual([]);
});

test('as it is on the form of a request, also beside a draft that was kept', async ({ browser }) => {
  const hannah = await signedIn(browser, 'requester', PHONE);
  const formOf = () => hannah.locator('astro-island[component-url*="PurchaseRequestForm"]:not([ssr])');
  await hannah.goto(NEW_REQUEST);
  await expect(formOf()).toHaveCount(1);
  expect(await low(hannah)).toEqual([]);
  const kept = hannah.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await hannah.getByLabel('Purpose').fill('For the lake path.');
  await kept;
  await hannah.goto(NEW_REQUEST);
  await expect(hannah.getByRole('link', { name: 'Restore' })).toBeVisible();
  await expect(formOf()).toHaveCount(1);
  expect(await low(hannah)).toEqual([]);
  await expect(hannah.getByLabel('Item 1: Item')).toBeFocused();
  await hannah.getByRole('button', { name: 'Discard' }).click();
});
