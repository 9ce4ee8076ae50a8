import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { inject } from 'vitest';
import { APP_ROLE } from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import { migrate } from '#lib/process/database/migrations.server.ts';

export interface TestDatabase {
  /** As the app's role: grants apply as in production. */
  url: string;
  /** As the owner of the tables, for what the app itself may not do. */
  ownerUrl: string;
  drop(): Promise<void>;
}

export const migrationsFolder = fileURLToPath(new URL('../../db/migrations', import.meta.url));

const TEMPLATE = 'garden_template';

/**
 * A new, migrated and otherwise empty database. Every test file has one already, which `config.databaseUrl` and so `db`
 * point at; create another only for tests with two databases at once.
 */
export async function freshDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const { url, ownerUrl } = inject('testServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOwner(ownerUrl, `create database ${name} template ${template}`);
  return {
    url: named(url, name),
    ownerUrl: named(ownerUrl, name),
    drop: () => asOwner(ownerUrl, `drop database if exists ${name} with (force)`),
  };
}

/** A database without any table, for tests of the migrations themselves. */
export function emptyDatabase(): Promise<TestDatabase> {
  return freshDatabase('template0');
}

/** Creates the database that the others are copied from. */
export async function makeTemplate(ownerUrl: string): Promise<void> {
  await asOwner(ownerUrl, `create database ${TEMPLATE}`);
  await migrate({ ownerUrl: named(ownerUrl, TEMPLATE), appRole: APP_ROLE, folder: migrationsFolder });
}

/** Runs one statement on a connection of its own. */
export async function asOwner(ownerUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function named(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
