import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { address } from '#lib/directory/address.ts';
import { asRefusal, refusalOf } from '#lib/records/constraint.server.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db } from '#lib/process/database/database.server.ts';

/** What the database says to a statement. */
const answerTo = (statement: ReturnType<typeof sql>) =>
  statement.execute(db).then(
    () => null,
    (error: unknown) => error,
  );

test('a value that no column holds is bad input, whatever the statement', async () => {
  const statements = [
    sql`select ${2_147_483_648}::int`,
    sql`select ${'9'.repeat(30)}::bigint`,
    sql`select ${'0000-00-00'}::date`,
    sql`select ${'never'}::timestamptz`,
    sql`select ${'{x}'}::uuid`,
    sql`select ${'a\u0000b'}::text`,
    sql`select ${JSON.stringify({ a: 'b\u0000' })}::jsonb`,
  ];
  for (const statement of statements)
    expect(refusalOf(await answerTo(statement))).toMatchObject({ code: 'invalid-input', status: 422 });
});

test('where others are in the way it is worth trying again', async () => {
  for (const code of ['40001', '40P01', '55P03']) {
    const error = await answerTo(
      sql`do ${sql.raw(`$$ begin raise exception 'in the way' using errcode = '${code}'; end $$`)}`,
    );
    expect(refusalOf(error)).toMatchObject({ code: 'busy', status: 503, details: { retryAfter: 3 } });
  }
});

test('so it is where all connections are taken', async () => {
  const pool = new pg.Pool({ connectionString: config.databaseUrl, max: 1, connectionTimeoutMillis: 50 });
  const taken = await pool.connect();
  expect(refusalOf(await pool.query('select 1').catch((error: unknown) => error))).toMatchObject({
    code: 'busy',
    status: 503,
  });
  taken.release();
  await pool.end();
});

test('a mistake of ours stays one', async () => {
  for (const error of [await answerTo(sql`select nothing from nowhere`), new Error('x'), null])
    expect(refusalOf(error)).toBeNull();
});

test('an empty value of a field that must not be empty is a fault at it', async () => {
  const empty = await answerTo(
    sql`insert into addresses (id, label, kind, street, country) values (gen_random_uuid(), 'Gate', 'delivery', 'Lane', 'Japan')`,
  );
  expect(asRefusal(empty, address)).toMatchObject({ status: 422, errors: [{ path: 'postalCode', code: 'required' }] });
});

test('a broken check is a mistake of ours: the operation has a rule and words for it', async () => {
  const broken = await answerTo(
    sql`insert into addresses (id, label, kind, street, country, postal_code) values (gen_random_uuid(), 'Gate', 'delivery', 'Lane', 'Singapore', '1')`,
  );
  expect(broken).toMatchObject({ constraint: 'addresses_singapore_postal_code' });
  expect(asRefusal(broken, address)).toBe(broken);
});
