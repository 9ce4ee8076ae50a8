import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { addresses } from '#lib/directory/address.server.ts';
import { afterCommit, afterWorkDone } from '#lib/process/database/after-commit.server.ts';
import { counting, db, savepoint, transaction, type Tx } from '#lib/process/database/database.server.ts';

// Priya notes gates in the addresses; the courier is notified of each only after the commit.
let priya: Actor;
let told: string[] = [];
const tell = (word: string) => () => void told.push(word);

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  priya = (await actorNamed('purchasing'))!;
});
beforeEach(() => {
  told = [];
});

const gate = (label: string) => ({
  label,
  kind: 'delivery',
  street: 'Lim Chu Kang Lane',
  postalCode: '718850',
  country: 'Singapore',
});
const standing = async (label: string) =>
  (await db.selectFrom('addresses').select('id').where('label', '=', label).execute()).length;

test('work waits for the commit, runs in the order it was asked for, and nobody waits for it', async () => {
  let seen = -1;
  await transaction(async (tx) => {
    afterCommit(tx, async () => {
      seen = await standing('North gate');
      told.push('first');
    });
    afterCommit(tx, tell('second'));
    await addresses.create(priya, gate('North gate'), undefined, { tx });
    expect(told).toEqual([]);
  });
  expect(told).toEqual([]);
  await afterWorkDone();
  expect(told).toEqual(['first', 'second']);
  expect(seen).toBe(1);
});

test('work of a write that is a part of a transaction waits for the whole of it', async () => {
  const works: string[][] = [];
  await transaction(async (tx) => {
    const row = await addresses.create(priya, gate('East gate'), undefined, {
      tx,
      afterCommit: ({ label }) => void told.push(label),
    });
    works.push([...told]);
    await addresses.update(priya, row, { street: 'Old Choa Chu Kang Road' }, undefined, {
      tx,
      afterCommit: ({ street, version }) => void told.push(`${street} ${version}`),
    });
    works.push([...told]);
  });
  await afterWorkDone();
  expect(works).toEqual([[], []]);
  expect(told).toEqual(['East gate', 'Old Choa Chu Kang Road 2']);
});

test('a write of its own has it too, a write that changes nothing has none', async () => {
  const row = await addresses.create(priya, gate('West gate'), undefined, { afterCommit: tell('created') });
  await addresses.update(priya, row, { street: row.street }, undefined, { afterCommit: tell('updated') });
  await addresses.transition(priya, 'close', row, undefined, { afterCommit: tell('closed') });
  await afterWorkDone();
  expect(told).toEqual(['created', 'closed']);
});

test('what is rolled back is followed by nothing', async () => {
  const failed = transaction(async (tx) => {
    afterCommit(tx, tell('the work'));
    await addresses.create(priya, gate('No gate'), undefined, { tx, afterCommit: tell('the write') });
    throw new Error('the rest failed');
  });
  await expect(failed).rejects.toThrow('the rest failed');
  await afterWorkDone();
  expect(told).toEqual([]);
});

test('a part that failed alone is followed by nothing, what stands around it by its own', async () => {
  await transaction(async (tx) => {
    afterCommit(tx, tell('before'));
    const part = savepoint(tx, async () => {
      await addresses.create(priya, gate('Half a gate'), undefined, { tx, afterCommit: tell('the part') });
      throw new Error('the part failed');
    });
    await expect(part).rejects.toThrow('the part failed');
    await savepoint(tx, async () => afterCommit(tx, tell('another part')));
    afterCommit(tx, tell('after'));
  });
  await afterWorkDone();
  expect(told).toEqual(['before', 'another part', 'after']);
  expect(await standing('Half a gate')).toBe(0);
});

test('an attempt that is made again forgets what the failed one asked for', async () => {
  let attempts = 0;
  await transaction(async (tx) => {
    attempts += 1;
    afterCommit(tx, tell(`attempt ${attempts}`));
    if (attempts === 1) await sql`do $$ begin raise sqlstate '40001'; end $$`.execute(tx);
  });
  await afterWorkDone();
  expect(attempts).toBe(2);
  expect(told).toEqual(['attempt 2']);
});

test('work that fails breaks neither the caller nor the work after it', async () => {
  const done = await transaction(async (tx) => {
    afterCommit(tx, () => {
      throw new Error('the courier is asleep');
    });
    afterCommit(tx, async () => {
      throw new Error('the courier is away');
    });
    afterCommit(tx, tell('the next courier'));
    return 'done';
  });
  await afterWorkDone();
  expect(done).toBe('done');
  expect(told).toEqual(['the next courier']);
});

test('work may begin a transaction of its own, with work after that', async () => {
  await transaction(async (tx) => {
    afterCommit(tx, () =>
      transaction(async (own) => {
        afterCommit(own, tell('of the work'));
      }),
    );
  });
  await afterWorkDone();
  expect(told).toEqual(['of the work']);
});

test('a transaction that has ended, or was begun in another way, takes no work', async () => {
  let ended: Tx;
  await transaction(async (tx) => {
    ended = tx;
  });
  expect(() => afterCommit(ended, tell('late'))).toThrow('while it lasts');
  await db.transaction().execute(async (tx) => {
    expect(() => afterCommit(tx, tell('unknown'))).toThrow('while it lasts');
  });
});

test('its statements are not charged to the page that began it', async () => {
  const page = { count: 0 };
  await counting.run(page, () =>
    transaction(async (tx) => {
      afterCommit(tx, () => standing('North gate').then(() => tell('counted')()));
    }),
  );
  const { count } = page;
  await afterWorkDone();
  expect(told).toEqual(['counted']);
  expect(page.count).toBe(count);
});
