import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { address } from '#lib/directory/address.ts';
import { asRefusal, refusalOf } from '#lib/records/constraint.server.ts';
import { config } from '#lib/process/config/config.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { logAway, logBack } from '#lib/process/database/away-log.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { awayPage } from '../../src/middleware/away-page.ts';
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
  const pool = new pg.Pool({ connectionString: config.databaseUrl, max: 1 });
  const taken = await pool.connect();
  pool.options.connectionTimeoutMillis = 50;
  expect(refusalOf(await pool.query('select 1').catch((error: unknown) => error))).toMatchObject({
    code: 'busy',
    status: 503,
  });
  taken.release();
  await pool.end();
});

test('while the database is away it is worth trying again in a few seconds, however that is noticed', async () => {
  const connect = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    );
  const client = await connect(config.databaseUrl!);
  const noticed = [
    await failure(connect('postgres://x@127.0.0.1:1/x')),
    await failure(client.query('select pg_terminate_backend(pg_backend_pid())')),
    await failure(client.query('select 1')),
    new Error('Connection terminated unexpectedly'),
    ...['57P01', '57P02', '57P03', '08006', '08001', 'ECONNRESET'].map((code) => Object.assign(new Error(), { code })),
  ];
  for (const error of noticed)
    expect(refusalOf(error), String(error)).toMatchObject({
      code: 'database-away',
      status: 503,
      details: { retryAfter: 5 },
    });
});

test('the page while the database is away asks nothing of it, and is asked for again unless a form was posted', async () => {
  const refusal = refusalOf(Object.assign(new Error(), { code: '57P01' }))!;
  const answer = (method: string) =>
    awayPage(
      {
        request: new Request('http://localhost/', { method }),
        locals: { t: translatorFor('de'), language: 'de' },
      } as unknown as Parameters<typeof awayPage>[0],
      refusal,
    );
  const read = answer('GET');
  expect([read.status, read.headers.get('retry-after')]).toEqual([503, '5']);
  const text = await read.text();
  expect(text).toContain('Das System startet gerade neu.');
  expect(text).toContain('http-equiv="refresh" content="5"');
  expect(await answer('POST').text()).not.toContain('refresh');
});

test('the log says once that the database is away, and once that it is back', () => {
  const said = vi.spyOn(log, 'error').mockReturnValue();
  const back = vi.spyOn(log, 'info').mockReturnValue();
  for (let request = 0; request < 5; request += 1) logAway(new Error('away'));
  expect(said).toHaveBeenCalledTimes(1);
  logBack();
  logBack();
  expect(back).toHaveBeenCalledTimes(1);
  logAway(new Error('away'));
  expect(said).toHaveBeenCalledTimes(2);
  logBack();
  vi.restoreAllMocks();
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
