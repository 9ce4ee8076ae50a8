import { beforeAll, expect, test } from 'vitest';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { addresses, closeAddress, createAddress } from '#lib/directory/address.server.ts';
import { counting } from '#lib/process/database/database.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import type { Actor } from '#lib/values/actor.ts';

// Priya keeps the addresses of seven shelters, of which one is closed; her program reads them page by page.
let priya: Actor;

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  priya = await actorNamed('purchasing');
  for (let n = 1; n <= 7; n += 1) {
    const { id, version } = await createAddress(priya, {
      label: `Shelter ${n}`,
      kind: 'site',
      street: 'Lim Chu Kang Lane',
      postalCode: '718850',
    });
    if (n === 7) await closeAddress(priya, { id, version });
  }
});

async function asked(search: string) {
  const statements = { count: 0 };
  const answer = await counting.run(statements, () => listAnswer(priya, addresses, new URLSearchParams(search)));
  return { ...answer, labels: answer.items.map(({ label }) => label), statements: statements.count };
}

test('rows and their total come in one statement, and the counts of tabs where they are asked for', async () => {
  const alone = await asked('q=shelter&type=active&sort=label&perPage=10');
  expect(alone).toMatchObject({ total: 6, page: 1, perPage: 10, statements: 1 });
  expect(alone.labels).toEqual(['Shelter 1', 'Shelter 2', 'Shelter 3', 'Shelter 4', 'Shelter 5', 'Shelter 6']);
  expect(alone).not.toHaveProperty('counts');
  expect(alone.items[0]).not.toHaveProperty('filteredTotal');

  const counted = await asked('q=shelter&type=active&sort=label&perPage=10&counts=1');
  expect(counted).toMatchObject({ total: 6, statements: 2 });
  expect(counted.items).toEqual(alone.items);
  expect(counted.counts).toMatchObject({ active: expect.any(Number), inactive: expect.any(Number) });
});

test('a page beyond the last has no rows and the total all the same', async () => {
  expect(await asked('q=shelter&type=active&page=9')).toMatchObject({ labels: [], total: 6, statements: 2 });
  expect(await asked('q=nowhere')).toMatchObject({ labels: [], total: 0, statements: 1 });
});
