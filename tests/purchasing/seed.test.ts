import { beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { seedDemonstration } from '#db/seed/index.ts';
import { actorNamed } from '#db/seed/builders.ts';
import { db } from '#lib/process/database/database.server.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { purchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import { checkChain } from '#lib/activity/log-chain.server.ts';
import { today } from '#lib/values/time.ts';

beforeAll(async () => {
  expect(await seedDemonstration()).toBe(true);
});

test('the demonstration data has requests in every state that exists by now', async () => {
  const rows = await db
    .selectFrom('purchaseRequests')
    .select(['status', sql<number>`count(*)`.as('count')])
    .groupBy('status')
    .orderBy('status')
    .execute();
  expect(Object.fromEntries(rows.map(({ status, count }) => [status, count]))).toEqual({
    draft: 2,
    'pending-approval': 6,
    'pending-budget': 4,
    rejected: 1,
    returned: 1,
  });
});

test('seeding again does nothing', async () => {
  expect(await seedDemonstration()).toBe(false);
});

test('the finance manager finds what waits for her in its own tab', async () => {
  const page = await purchaseRequests.list(
    await actorNamed('finance'),
    readListQuery(purchaseRequest, new URLSearchParams(), 'pending-my-approval'),
  );
  expect(page.items.map((row) => row.title).sort()).toEqual([
    'Granite plaques, Serenity Suite, 40 pieces',
    'Ride-on mower, diesel',
  ]);
  expect(page.counts['pending-my-approval']).toBe(2);
});

test('the activity log of the day is one unbroken chain', async () => {
  const check = await checkChain(today());
  expect(check.brokenAt).toBeNull();
  expect(check.entries).toBeGreaterThan(40);
});
