import { expect, test } from 'vitest';
import { registerPages } from '#lib/access/session/known-pages.server.ts';
import { staffPage } from '#lib/access/session/page.ts';
import { Ability } from '#lib/values/ability.ts';
import { publicActor, type Actor } from '#lib/values/actor.ts';
import { startPageOf } from '../../src/middleware/start.ts';

// The dashboard and the list of users need a right, the mailbox does not.
const about = { title: 'menu.email', section: 'menu.apps', breadcrumb: [] };
const pages = new Map([
  ['/dashboard', staffPage({ ...about, can: { subject: 'Dashboard', anyOf: ['my-dashboard'] } })],
  ['/directory/users/list', staffPage({ ...about, can: { subject: 'User', anyOf: ['read'] } })],
  ['/apps/email', staffPage({ ...about, always: true })],
]);
registerPages(async (address) => pages.get(address));

const somebody = (rights: [subject: string, action: string][], personalRedirect: string | null = null): Actor => ({
  ...publicActor({ requestId: 'test', ip: '203.0.113.7', userAgent: 'a phone' }),
  personalRedirect,
  ability: new Ability(rights.map(([subject, action]) => ({ subject, action, condition: 'none' }))),
});

test('whoever signs in meets a page that they may open', async () => {
  expect(await startPageOf(somebody([['Dashboard', 'my-dashboard']]))).toBe('/dashboard');
  expect(await startPageOf(somebody([['Auth', 'read']]))).toBe('/apps/email');
});

test('their own choice comes first where they may open it', async () => {
  const users = '/directory/users/list';
  const dashboard: [string, string] = ['Dashboard', 'my-dashboard'];
  expect(await startPageOf(somebody([dashboard, ['User', 'read']], users))).toBe(users);
  expect(await startPageOf(somebody([dashboard], users))).toBe('/dashboard');
  expect(await startPageOf(somebody([], users))).toBe('/apps/email');
});
