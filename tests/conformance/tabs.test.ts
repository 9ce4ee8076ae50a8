import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { db } from '#lib/process/database/database.server.ts';
import { allStores } from '#lib/records/stores.server.ts';
import { snake } from '#lib/values/names.ts';
import '#lib/modules.server.ts';

const documents = allStores().filter(({ of }) => 'docType' in of);
const tables = [...new Map(documents.map(({ of }) => [snake(of.table), of])).entries()];

/** The indexes of a table: 'status, created_at DESC … where deleted_at IS NULL'. */
async function indexesOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select substring(indexdef from '\\((.*)$') as text from pg_indexes
    where tablename = ${table}`.execute(db);
  return rows.map(({ text }) => text);
}

// A list counts each of its tabs: of a million documents, one without an index reads every row for it.
test.each(tables)('the tabs of %s are counted from indexes alone', async (table, of) => {
  const indexes = await indexesOf(table);
  const totals = ((of.list.totals ?? []) as readonly string[]).map(snake);
  const counted = (column: string) =>
    indexes.some(
      (text) =>
        text.startsWith(`${column}`) &&
        text.endsWith('WHERE (deleted_at IS NULL)') &&
        totals.every((total) => text.includes(`INCLUDE (${total})`)),
    );
  expect({ status: counted('status, created_at DESC, id DESC'), all: counted('created_at DESC, id DESC') }).toEqual({
    status: true,
    all: true,
  });
  expect(indexes.filter((text) => text.endsWith('WHERE on_hold'))).toHaveLength(1);
  expect(indexes.filter((text) => text.endsWith('WHERE (deleted_at IS NOT NULL)'))).toHaveLength(1);
});

test('both kinds of document are looked at', () => expect(tables.length).toBeGreaterThanOrEqual(2));
