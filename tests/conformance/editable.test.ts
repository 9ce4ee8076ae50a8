import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedDemonstration } from '#db/seed/index.ts';
import { systemActor } from '#lib/values/actor.ts';
import type { Field } from '#lib/values/fields.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { allEntities, editableIn, isOnForm, type AnyEntity } from '#lib/records/entity.ts';
import { snake } from '#lib/values/names.ts';
import type { store } from '#lib/records/store.server.ts';
import { allStores } from '#lib/records/stores.server.ts';
import type { Database, Tx } from '#lib/process/database/database.server.ts';
import '#lib/modules.server.ts';

/** What may change when: the store enforces every declaration, in every status and for every field of the form. */
type WholeStore = ReturnType<typeof store<AnyEntity>>;
const stores = allStores() as unknown as WholeStore[];

/** Shapes of tables may be changed for a moment, in a transaction that never commits. */
const owner = new Kysely<Database>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: process.env.DATABASE_OWNER_URL, max: 1 }) }),
  plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
});

beforeAll(() => seedDemonstration().then(() => {}), 120_000);
afterAll(() => owner.destroy());

class Undone extends Error {}
const undone = (work: (tx: Tx) => Promise<void>): Promise<void> =>
  owner
    .transaction()
    .execute(async (tx) => {
      await work(tx);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });

type Row = Record<string, unknown> & { id: string; version: number };

async function anyRow({ table }: AnyEntity, tx: Tx): Promise<Row> {
  const { rows } = await sql<Row>`select * from ${sql.table(snake(table))} order by created_at limit 1`.execute(tx);
  if (!rows[0]) throw new Error(`The demonstration data have no row in ${table}`);
  return rows[0];
}

/** Other checks on a row in this status are not the subject here. */
async function putInto(status: string, { table }: AnyEntity, { id }: Row, tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = ${snake(table)}::regclass and contype = 'c'`.execute(tx);
  for (const { name } of rows)
    await sql`alter table ${sql.table(snake(table))} drop constraint ${sql.ref(name)}`.execute(tx);
  await sql`update ${sql.table(snake(table))} set status = ${status} where id = ${id}`.execute(tx);
}

/** The code with which the field, sent unchanged, is refused; null when it is not, whatever other faults there are. */
async function lockOf({ of, update }: WholeStore, name: string, row: Row, tx: Tx): Promise<string | null> {
  const sent = { [name]: (of.fields[name] as Field).column ? row[name] : [] };
  await sql`savepoint field`.execute(tx);
  const refused = await update(systemActor(), row, sent, undefined, { tx, trial: true }).then(
    () => null,
    (error: unknown) => error,
  );
  await sql`rollback to savepoint field`.execute(tx);
  if (refused instanceof Refusal && refused.status === 409) return refused.code;
  if (refused instanceof Refusal && refused.status === 422 && !refused.errors.some(({ path }) => path === name))
    return null;
  return refused === null ? null : String(refused);
}

const changeable = stores.filter(({ of }) => of.form.length > 0);

test('there are stores to be asked', () => {
  expect(changeable.length).toBeGreaterThan(10);
});

describe.each(changeable.map((one) => [one.of.path, one] as const))('%s', (_, asked) => {
  const { of } = asked;
  test.each(of.statuses as readonly string[])('%s', async (status) => {
    const open = editableIn(of, status);
    const shut = of.lockedBecause?.[status] ?? (open.length === 0 ? 'state-changed' : 'locked-in-status');
    await undone(async (tx) => {
      const row = await anyRow(of, tx);
      await putInto(status, of, row, tx);
      const names = (of.form as readonly string[]).filter((name) => !(of.fields[name] as Field).readOnly);
      const found: Record<string, string | null> = {};
      for (const name of names) found[name] = await lockOf(asked, name, row, tx);
      expect(found).toEqual(Object.fromEntries(names.map((name) => [name, open.includes(name) ? null : shut])));
    });
  });
});

test('what is editable names statuses and fields of the form', () => {
  const wrong = allEntities().flatMap((of) =>
    Object.entries((of.editable ?? {}) as Record<string, 'form' | readonly string[]>).flatMap(([status, open]) => [
      ...(of.statuses.includes(status) ? [] : [`${of.name}: ${status}`]),
      ...(open === 'form' ? [] : open.filter((name) => !isOnForm(of, name)).map((name) => `${of.name}: ${name}`)),
    ]),
  );
  expect(wrong).toEqual([]);
});
