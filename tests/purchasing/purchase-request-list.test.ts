import { beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { listHref } from '#lib/records/list/list-links.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { db } from '#lib/process/database/database.server.ts';
import { submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { myPurchaseRequests, purchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import { purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';

// Hannah asks, Daniel is her head and Priya of purchasing reads all requests; Farid of another department asks for something too.
let company: Company;
let hannah: Actor;
let daniel: Actor;
let priya: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [hannah, daniel, priya] = (await Promise.all(['requester', 'head', 'purchasing'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
  for (const [netCents, title] of [
    [200_000, 'Benches'],
    [300_000, 'Lanterns'],
    [400_000, 'Vases'],
  ] as const)
    await submitPurchaseRequest(hannah, await draftRequest(hannah, company, { netCents, title }));
  await draftRequest(await actorNamed('requester2'), company, {
    netCents: 50_000,
    departmentId: company.departmentId('GRD'),
  });
});

const query = (text: string, type: string | null = null) =>
  readListQuery(purchaseRequest, new URLSearchParams(text), type);

test('below the list stands what all matching requests come to, whatever the page', async () => {
  const {
    rows: [all],
  } = await sql<{ sum: number }>`select sum(estimated_gross_cents)::bigint as sum from purchase_requests`.execute(db);
  expect((await purchaseRequests.list(priya, query('perPage=10&page=2'))).totals).toEqual({
    estimatedGrossCents: all!.sum,
  });
  expect((await purchaseRequests.list(priya, query('q=lantern'))).totals).toEqual({ estimatedGrossCents: 327_000 });
  expect((await purchaseRequests.list(priya, query('q=nothing-of-the-kind'))).totals).toEqual({
    estimatedGrossCents: 0,
  });
});

test('and never more than the reader reaches', async () => {
  expect((await myPurchaseRequests.list(hannah, query(''))).totals).toEqual({
    estimatedGrossCents: 218_000 + 327_000 + 436_000,
  });
});

test('what waits for Daniel stands oldest first, and all requests newest first', async () => {
  const titles = async (actor: Actor, type: string, text = '') =>
    (await purchaseRequests.list(actor, query(text, type), ['read', 'my-department-request-view'])).items.map(
      ({ title }) => title,
    );
  expect(await titles(daniel, 'pending-my-approval')).toEqual(['Benches', 'Lanterns', 'Vases']);
  expect(await titles(daniel, 'pending-approval')).toEqual(['Vases', 'Lanterns', 'Benches']);
  expect(await titles(daniel, 'pending-my-approval', 'sort=-createdAt')).toEqual(['Vases', 'Lanterns', 'Benches']);
});

test('a tab leads to its own order, and keeps one that was asked for', () => {
  const place = { of: purchaseRequest, path: purchaseRequest.path, typeInPath: true };
  const to = (text: string, from: string, type: string) => listHref(place, query(text, from), { type });
  expect(to('', 'all-requests', 'pending-my-approval')).toBe('/purchasing/purchase-requests/pending-my-approval');
  expect(to('', 'pending-my-approval', 'all-requests')).toBe('/purchasing/purchase-requests/all-requests');
  expect(to('sort=neededBy', 'all-requests', 'pending-my-approval')).toBe(
    '/purchasing/purchase-requests/pending-my-approval?sort=neededBy',
  );
  expect(listHref(place, query('sort=-createdAt', 'pending-my-approval'), { page: 2 })).toContain('sort=-createdAt');
});
