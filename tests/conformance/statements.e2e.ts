import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { freePort } from '#tests/support/free-port.ts';
import { startGarden, type RunningGarden } from '#tests/support/server.ts';

/**
 * How many statements each page sends to the database, as a committed list: a page that grows slower shows in the diff.
 * A staff list may send four (architecture, section 11). `UPDATE_STATEMENTS=1` writes the list anew.
 */
const SNAPSHOT = 'tests/conformance/statements.snapshot.txt';
const LISTS = [
  '/purchasing/purchase-requests/all-requests',
  '/purchasing/purchase-requests/pending-my-approval',
  '/purchasing/my-purchase-requests/all-my-requests',
  '/directory/users',
  '/directory/roles',
  '/directory/departments',
  '/directory/teams',
  '/directory/addresses',
  '/directory/business-entities',
  '/directory/app-clients',
  '/settings/jobs',
  '/settings/holidays',
  '/settings/number-continuity',
  '/settings/mails',
  '/notifications',
  '/apps/email',
  '/dashboard/settings/dashboard/list',
];
/** One record of its kind: the address with an id, and where the id is found. */
const RECORDS = [
  ['/directory/users/:id/show', '/api/directory/users?q=Farid'],
  ['/directory/users/:id/show?tab=rights', '/api/directory/users?q=Farid'],
] as const;
const OTHERS = [
  '/dashboard?wait',
  '/dashboard/ecommerce',
  '/login',
  '/page-not-found',
  '/approvals',
  '/purchasing/purchase-requests/new/create',
  '/directory/users/create',
  '/directory/my-profile',
  '/settings',
];

let garden: RunningGarden;

test.beforeAll(async () => {
  garden = await startGarden(await freePort(), { LOG_LEVEL: 'info' });
});
test.afterAll(() => garden.stop());

test('pages send no more statements than they did', async ({ playwright }) => {
  const request = await playwright.request.newContext({ baseURL: garden.origin });
  await request.post('/api/login', { data: { username: 'admin', password: 'garden-demo-2026', rememberMe: false } });
  const signedOut = await playwright.request.newContext({ baseURL: garden.origin });
  const counted: Record<string, number> = {};
  for (const path of [...LISTS, ...OTHERS]) {
    const answer = await (path === '/login' ? signedOut : request).get(path);
    expect(`${path} ${answer.status()}`).toBe(`${path} 200`);
    counted[path] = await statementsOf(answer.headers()['x-request-id']!);
  }
  for (const [path, list] of RECORDS) {
    const { items } = (await (await request.get(list)).json()) as { items: { id: string }[] };
    const answer = await request.get(path.replace(':id', items[0]!.id));
    expect(`${path} ${answer.status()}`).toBe(`${path} 200`);
    counted[path] = await statementsOf(answer.headers()['x-request-id']!);
  }
  for (const path of LISTS) expect([path, counted[path]! <= 4]).toEqual([path, true]);
  const lines = `${Object.entries(counted)
    .map(([path, count]) => `${count} ${path}`)
    .join('\n')}\n`;
  if (process.env.UPDATE_STATEMENTS) writeFileSync(SNAPSHOT, lines);
  expect(lines).toBe(readFileSync(SNAPSHOT, 'utf8'));
  await request.dispose();
  await signedOut.dispose();
});

/** The log's line of a request is written when its answer has ended. */
async function statementsOf(requestId: string): Promise<number> {
  await expect.poll(() => garden.output().includes(requestId)).toBe(true);
  const line = garden
    .output()
    .split('\n')
    .find((one) => one.includes(requestId) && one.includes('"statements"'));
  return (JSON.parse(line!) as { statements: number }).statements;
}
