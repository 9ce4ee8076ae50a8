import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { db } from '#lib/process/database/database.server.ts';
import { lacksMigration } from '#lib/process/database/missing-migration.ts';

const failure = (statement: string): Promise<unknown> =>
  sql
    .raw(statement)
    .execute(db)
    .then(
      () => null,
      (error: unknown) => error,
    );

test('a column or a table that no migration has made yet is known from other faults', async () => {
  expect(lacksMigration(await failure('select warranty_months from users'))).toBe(true);
  expect(lacksMigration(await failure('select id from storage_orders'))).toBe(true);
  expect(lacksMigration(await failure('select 1 / 0'))).toBe(false);
  expect(lacksMigration(null)).toBe(false);
});
