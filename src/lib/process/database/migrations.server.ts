import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { grantToApplication } from './grants.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';

export interface MigrateOptions {
  /** The database, as the owner of its tables. */
  ownerUrl: string;
  /** The role of the app; left out when it is the owner itself. */
  appRole?: string;
  /** The folder of `20261121T0700_what_it_does.sql` files. */
  folder: string;
  /** Applies only these, for a backup of an older version. */
  only?: ReadonlySet<string>;
  /** Set by the restore itself: nothing else may run on a half-restored database. */
  restoring?: boolean;
}

interface Migration {
  name: string;
  text: string;
  sha256: string;
}

/** An arbitrary number: the holder of this advisory lock runs the migrations. */
const MIGRATION_KEY = 7_021_962;
const NAME = /^\d{8}T\d{4}_[a-z0-9_]+\.sql$/;

/**
 * Applies the migrations in `folder` that are missing, each in a transaction of its own, and returns their names.
 * Throws StartRefused when an applied file was changed or is missing, or when one fails. Processes that start at the
 * same time wait for each other.
 */
export async function migrate({
  ownerUrl,
  appRole,
  folder,
  only,
  restoring = false,
}: MigrateOptions): Promise<string[]> {
  const migrations = readMigrations(folder).filter(({ name }) => only?.has(name) ?? true);
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_KEY]);
    if (!restoring) await refuseHalfRestored(client);
    const waiting = await notYetApplied(client, migrations);
    for (const migration of waiting) await apply(client, migration);
    if (appRole) await grantToApplication(client, appRole);
    return waiting.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const odd = names.find((name) => !NAME.test(name));
  if (odd) throw new StartRefused(`The migration ${odd} is not named like 20261121T0700_create_the_directory.sql.`);
  return names.map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
  });
}

async function notYetApplied(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`);
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations order by name',
  );
  refuseUnknown(rows, migrations, {
    missing: (name) =>
      `The database knows the migration ${name}, which this version of the app does not have. Start a newer version.`,
    changed: (name) =>
      `The migration ${name} was changed after it was applied. Restore the file and write a new migration instead.`,
  });
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}

async function refuseHalfRestored(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ half: boolean }>(
    `select to_regclass('public.restore_under_way') is not null as half`,
  );
  if (rows[0]!.half)
    throw new StartRefused(
      'A backup was being restored into this database and did not come to its end. Run the same npm run restore again: it begins anew.',
    );
}

/** Throws StartRefused when a backup is of a newer version than the migrations in `folder`. */
export function refuseNewer(applied: Pick<Migration, 'name' | 'sha256'>[], folder: string): void {
  refuseUnknown(applied, readMigrations(folder), {
    missing: (name) =>
      `The backup was made by a newer version of the app (it knows ${name}). Restore it with that version.`,
    changed: (name) =>
      `The backup was made by another version of the app (its ${name} is not ours). Restore it with that version.`,
  });
}

function refuseUnknown(
  applied: Pick<Migration, 'name' | 'sha256'>[],
  known: Migration[],
  say: Record<'missing' | 'changed', (name: string) => string>,
): void {
  const files = new Map(known.map(({ name, sha256 }) => [name, sha256]));
  for (const { name, sha256 } of applied) {
    if (!files.has(name)) throw new StartRefused(say.missing(name));
    if (files.get(name) !== sha256) throw new StartRefused(say.changed(name));
  }
}

async function apply(client: pg.Client, { name, text, sha256 }: Migration): Promise<void> {
  try {
    await client.query('begin');
    // A table with pending deferred constraint checks cannot be altered.
    await client.query('set constraints all immediate');
    await client.query(text);
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new StartRefused(`The migration ${name} failed${line(text, error)}: ${(error as Error).message}.`);
  }
}

/** PostgreSQL counts characters from 1. */
function line(text: string, error: unknown): string {
  const position = Number((error as { position?: string }).position);
  return position ? ` at line ${text.slice(0, position).split('\n').length}` : '';
}
