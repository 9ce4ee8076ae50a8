import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import { copyStatement, countRelations, PLAIN_TEXT, tablesOf } from './table-catalogue.server.ts';
import type { Manifest } from './manifest.ts';

/** Exists while a restore is under way, and is dropped by the commit that completes it. */
const MARKER = 'restore_under_way';

/** Whether a restore into this database began and was not completed. */
export async function isHalfRestored(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ half: boolean }>(`select to_regclass('public.${MARKER}') is not null as half`);
  return rows[0]!.half;
}

/** Throws StartRefused unless the database is empty. */
export async function refuseUsedDatabase(client: pg.Client, where: string): Promise<void> {
  if ((await countRelations(client)) > 0)
    throw new StartRefused(`${where} is not empty. A backup is only restored into an empty one: nothing was changed.`);
}

/** Marks an empty database, or empties one in which a restore was interrupted. */
export async function claimDatabase(client: pg.Client): Promise<void> {
  if (await isHalfRestored(client))
    await client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public');
  await client.query(`create table public.${MARKER} (began_at timestamptz not null default now())`);
}

/** A load in progress: tables are copied one after the other, then all is committed at once. */
export interface Load {
  table(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  finish(): Promise<void>;
}

interface Reference {
  table: string;
  name: string;
  definition: string;
}

/**
 * Begins to fill the tables created by the migrations of the manifest. Rows that the migrations inserted are replaced;
 * foreign keys are created again at the end, and so checked; triggers are disabled, because their effects are in the
 * data already.
 */
export async function beginLoad(client: pg.Client, manifest: Manifest): Promise<Load> {
  await client.query(PLAIN_TEXT);
  await client.query('begin');
  const tables = (await tablesOf(client)).filter(({ name }) => name !== MARKER);
  refuseOtherTables(
    tables.map(({ name }) => name),
    manifest,
  );
  const names = tables.map(({ name }) => `public.${client.escapeIdentifier(name)}`);
  const references = await referencesOf(client);
  for (const { table, name } of references)
    await client.query(`alter table ${table} drop constraint ${client.escapeIdentifier(name)}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);

  return {
    async table(name, content) {
      const facts = manifest.tables.find((table) => table.name === name)!;
      const stream = client.query(copyFrom(`copy ${copyStatement(client, facts)} from stdin`));
      await pipeline(content, stream);
      if (stream.rowCount !== facts.rows)
        throw new Error(`${name} has ${stream.rowCount} rows in place of ${facts.rows}`);
    },
    async finish() {
      for (const { name, lastValue, isCalled } of manifest.sequences) {
        await client.query('select setval($1::regclass, $2::bigint, $3)', [
          `public.${client.escapeIdentifier(name)}`,
          lastValue,
          isCalled,
        ]);
      }
      await client.query('set constraints all immediate');
      for (const name of names) await client.query(`alter table ${name} enable trigger user`);
      for (const { table, name, definition } of references)
        await client.query(`alter table ${table} add constraint ${client.escapeIdentifier(name)} ${definition}`);
      await client.query(`drop table public.${MARKER}`);
      await client.query('commit');
      await client.query('analyze');
    },
  };
}

function refuseOtherTables(made: string[], { tables }: Manifest): void {
  const missing = tables.map(({ name }) => name).filter((name) => !made.includes(name));
  if (missing.length > 0)
    throw new StartRefused(
      `The backup holds tables that its migrations do not make: ${missing.join(', ')}. Nothing was restored.`,
    );
}

async function referencesOf(client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`);
  return rows;
}
