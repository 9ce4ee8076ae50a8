import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import '#lib/modules.server.ts';
import { allDocuments, type AnyDocument } from '#lib/documents/document.ts';
import { db } from '#lib/process/database/database.server.ts';
import { snake } from '#lib/values/names.ts';
import { asOwner } from '#tests/support/database.ts';
import { workGarden } from '../documents/support/work-company.ts';

/** The work orders of the tests can be reversed, so that there is always one to ask. */
beforeAll(() => workGarden().then(() => {}));

const owner = (statement: string) => asOwner(process.env.DATABASE_OWNER_URL!, statement);

/** Documents that can be reversed, whose table would take two documents that reverse the same one. */
async function reversedTwice(of: readonly AnyDocument[]): Promise<string[]> {
  const { rows } = await sql<{ tableName: string }>`
    select indrelid::regclass::text as table_name from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indisunique and i.indisvalid and i.indnkeyatts = 1 and a.attname = 'reverses_id'
      and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(reverses_id IS NOT NULL)')`.execute(db);
  const once = rows.map(({ tableName }) => tableName);
  return of.filter(({ table }) => !once.includes(snake(table))).map(({ name }) => name);
}

const reversible = () => allDocuments().filter(({ acts }) => 'reverse' in acts);

test('a document is reversed once: its table has one opposite of each and no more', async () => {
  expect(reversible().map(({ name }) => name)).toContain('work-order');
  expect(await reversedTwice(reversible())).toEqual([]);
});

test('a table that would take a second opposite is found, one whose index leaves some out too', async () => {
  await owner('alter table work_orders drop constraint work_orders_reverses_id_key');
  expect(await reversedTwice(reversible())).toEqual(['work-order']);
  await owner("create unique index some_reversed on work_orders (reverses_id) where status = 'draft'");
  expect(await reversedTwice(reversible())).toEqual(['work-order']);
  await owner('create unique index all_reversed on work_orders (reverses_id) where reverses_id is not null');
  expect(await reversedTwice(reversible())).toEqual([]);
});
