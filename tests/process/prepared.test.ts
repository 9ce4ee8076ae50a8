import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { db, pool, transaction } from '#lib/process/database/database.server.ts';
import { StatementNames } from '#lib/process/database/prepared.server.ts';
import { asOwner } from '#tests/support/database.ts';

const owner = (statement: string) => asOwner(process.env.DATABASE_OWNER_URL!, statement);

test('a statement gets a name once it is sent often, and the names are bounded', () => {
  const names = new StatementNames();
  for (let sent = 1; sent < 5; sent += 1) expect(names.of('select 1')).toBeUndefined();
  const name = names.of('select 1');
  expect(name).toMatch(/^0-/);
  expect(names.of('select 1')).toBe(name);
  for (let sent = 1; sent < 10; sent += 1) expect(names.of('begin')).toBeUndefined();

  for (let text = 0; text < 5_000; text += 1) names.of(`select ${text}, 'once'`);
  for (let text = 0; text < 500; text += 1) for (let sent = 1; sent < 6; sent += 1) names.of(`select ${text}, 'often'`);
  const named = Array.from({ length: 500 }, (_, text) => names.of(`select ${text}, 'often'`)).filter(Boolean);
  expect(named.length).toBe(149);
  names.renew();
  expect(names.of('select 1')).toBeUndefined();
});

test('a migration beside a running process changes a table under prepared statements', async () => {
  const things = () => sql<{ id: number; name: string }>`select * from prepared_things order by id`;
  await owner(
    `create table prepared_things (id int, name text); insert into prepared_things values (1, 'urn'); grant select on prepared_things to public`,
  );
  for (let read = 0; read < 8; read += 1) expect((await things().execute(db)).rows).toEqual([{ id: 1, name: 'urn' }]);
  const { rows } = await pool.query(
    `select generic_plans + custom_plans as uses from pg_prepared_statements where statement like '%prepared_things order%'`,
  );
  expect(rows).toEqual([{ uses: 4 }]);

  await owner('alter table prepared_things add column size int default 3');
  expect((await things().execute(db)).rows).toEqual([{ id: 1, name: 'urn', size: 3 }]);

  for (let read = 0; read < 8; read += 1) await things().execute(db);
  await owner('alter table prepared_things drop column name');
  const read = await transaction(async (tx) => (await things().execute(tx)).rows);
  expect(read).toEqual([{ id: 1, size: 3 }]);
});
