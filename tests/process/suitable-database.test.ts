import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { openDatabase } from '#lib/process/database/app-database.server.ts';
import { type Asked, refuseOtherKind } from '#lib/process/database/suitable-database.server.ts';
import { asOwner, emptyDatabase, freshDatabase, type TestDatabase } from '#tests/support/database.ts';

const GUEST = `guest_${randomBytes(6).toString('hex')}`;

let database: TestDatabase;
let dataDir: string;

beforeEach(async () => {
  database = await emptyDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'suitable-'));
  await asOwner(database.ownerUrl, `create role ${GUEST} login password 'guest'`);
});

afterEach(async () => {
  await database.drop();
  await asOwner(inject('testServer').ownerUrl, `drop role ${GUEST}`);
  rmSync(dataDir, { recursive: true });
});

test('a role that may not create tables is refused in a sentence, and nothing is made', async () => {
  await expect(start({ databaseUrl: asGuest() })).rejects.toThrow(
    `The database of DATABASE_URL cannot be used: the role ${GUEST} may not create tables in its schema public. ` +
      'Set DATABASE_OWNER_URL to the address of the same database for the role that owns it.',
  );
  await asOwner(database.ownerUrl, `grant create on schema public to ${GUEST}`);
  await expect(start({ databaseUrl: asGuest() })).rejects.toThrow(/may not create extensions in it\./);
  expect(await relations()).toEqual([]);
});

test('a role that does not own the tables of an earlier start is refused in a sentence', async () => {
  await asOwner(database.ownerUrl, 'create table schema_migrations (name text)');
  await asOwner(database.ownerUrl, `grant create on schema public to ${GUEST}`);

  await expect(start({ databaseUrl: asGuest() })).rejects.toThrow(/does not own the tables that are in the database\./);
});

test('an owner address of another database is refused, and nothing is made in either', async () => {
  const other = await emptyDatabase();
  try {
    await expect(start({ databaseUrl: database.url, databaseOwnerUrl: other.ownerUrl })).rejects.toThrow(
      /^DATABASE_OWNER_URL \(127\.0\.0\.1:\d+\/test_\w+\) is the address of another database than DATABASE_URL/,
    );
    expect(await relations()).toEqual([]);
    expect(await relations(other.ownerUrl)).toEqual([]);
  } finally {
    await other.drop();
  }
});

test.each(['LATIN1', 'SQL_ASCII'])(
  'a database in the encoding %s is refused, and nothing is made',
  async (encoding) => {
    const address = new URL(database.ownerUrl);
    address.pathname += '_other';
    const name = address.pathname.slice(1);
    await asOwner(
      database.ownerUrl,
      `create database ${name} encoding '${encoding}' locale_provider libc locale 'C' template template0`,
    );
    try {
      await expect(start({ databaseUrl: address.href })).rejects.toThrow(
        `The database of DATABASE_URL cannot be used: its encoding is ${encoding}, and UTF8 is needed.`,
      );
      expect(await relations(address.href)).toEqual([]);
    } finally {
      await asOwner(database.ownerUrl, `drop database ${name}`);
    }
  },
);

test('an older PostgreSQL is refused with the version it needs; this and newer ones are accepted', async () => {
  const server = (number: number, version: string) => ({
    query: async () => ({ rows: [{ number, version, encoding: 'UTF8' }] }),
  });
  const asked = (number: number, version: string) =>
    refuseOtherKind(server(number, version) as unknown as Asked, 'DATABASE_URL');

  await expect(asked(150_008, '15.8')).rejects.toThrow(
    'The database of DATABASE_URL cannot be used: its server is PostgreSQL 15.8, and PostgreSQL 18 or newer is needed.',
  );
  await expect(asked(170_006, '17.6')).rejects.toThrow(/PostgreSQL 17\.6/);
  await expect(asked(180_000, '18.0')).resolves.toBeUndefined();
  await expect(asked(190_001, '19.1')).resolves.toBeUndefined();
});

test('the owner and the role of the app on one database start', async () => {
  const { ownerUrl } = await start({ databaseUrl: database.url, databaseOwnerUrl: database.ownerUrl });

  expect(ownerUrl).toBe(database.ownerUrl);
  expect(await relations()).toContain('users');
});

test('a backup whose database goes away ends with one sentence', async () => {
  const filled = await freshDatabase();
  const client = new pg.Client({ connectionString: filled.ownerUrl });
  await client.connect();
  try {
    await client.query('begin; lock table users in access exclusive mode');
    const ended = backup(filled.ownerUrl);
    await expect.poll(() => rows(endWaitingBackup, filled.ownerUrl)).toHaveLength(1);

    const { code, said } = await ended;
    expect(code).toBe(1);
    expect(said.trim()).toMatch(/^The database went away before this was finished \(.+\)\. Look whether .+ again\.$/);
  } finally {
    await client.end();
    await filled.drop();
  }
});

const start = (settings: { databaseUrl: string; databaseOwnerUrl?: string }) =>
  openDatabase({ dataDir, databaseOwnerUrl: undefined, ...settings }, 'test');

function asGuest(): string {
  const address = new URL(database.ownerUrl);
  address.username = GUEST;
  address.password = 'guest';
  return address.href;
}

const endWaitingBackup = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'garden: backup' and datname = current_database() and wait_event_type = 'Lock'`;

const relations = async (url = database.ownerUrl): Promise<unknown[]> =>
  (await rows(`select relname from pg_class where relnamespace = 'public'::regnamespace`, url)).map(
    ({ relname }) => relname,
  );

async function rows(statement: string, url: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** `npm run backup` in a process of its own; how it ended and what it said on standard error. */
function backup(databaseUrl: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['scripts/backup.ts', '--to', join(dataDir, 'garden.tar')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      APP_SECRET: 'a secret that is long enough for this test',
    },
  });
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
}
