import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { APP_ROLE } from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import { migrate } from '#lib/process/database/migrations.server.ts';
import { emptyDatabase, type TestDatabase } from '#tests/support/database.ts';

const FIRST = '20261121T0700_plant_trees.sql';
const SECOND = '20261121T0800_keep_a_diary.sql';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await emptyDatabase();
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  write(FIRST, 'create table trees (id int primary key); insert into trees values (1);');
});

afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

test('a migration is applied once, in the order of the names, however often the app starts', async () => {
  write(SECOND, 'insert into trees values (2);');

  expect(await run()).toEqual([FIRST, SECOND]);
  expect(await run()).toEqual([]);
  expect(await rows('select id from trees order by id')).toEqual([{ id: 1 }, { id: 2 }]);
});

test('processes that start together apply each migration once', async () => {
  const applied = await Promise.all([run(), run(), run()]);

  expect(applied.flat()).toEqual([FIRST]);
});

test('a migration that was changed after it was applied stops the start', async () => {
  await run();
  write(FIRST, 'create table trees (id int primary key, name text);');

  await expect(run()).rejects.toThrow(/plant_trees.sql was changed after it was applied/);
});

test('a database of a newer version stops the start', async () => {
  await run();
  rmSync(join(folder, FIRST));

  await expect(run()).rejects.toThrow(/plant_trees.sql, which this version of the app does not have/);
});

test('a migration that fails leaves nothing of itself and names its line', async () => {
  write(SECOND, 'create table diary (id int);\ninsert into nowhere values (1);');

  await expect(run()).rejects.toThrow(/keep_a_diary.sql failed at line 2: relation "nowhere" does not exist/);
  expect(await rows(`select to_regclass('diary') as diary, to_regclass('trees') is not null as trees`)).toEqual([
    { diary: null, trees: true },
  ]);
});

test('a table whose references wait for the end of a transaction can be filled and altered in one', async () => {
  write(
    FIRST,
    `create table trees (id int primary key); create table gardens (id int primary key, tree_id int references trees deferrable initially deferred);
    insert into trees values (1); insert into gardens values (1, 1);`,
  );
  write(
    SECOND,
    'insert into trees values (2); insert into gardens values (2, 2); update gardens set tree_id = 2; alter table gardens add column name text;',
  );

  expect(await run()).toEqual([FIRST, SECOND]);
});

test('a file with a careless name stops the start', async () => {
  write('fix.sql', 'select 1');

  await expect(run()).rejects.toThrow(/fix.sql is not named like/);
});

test('the product may change tables, but only add to those that are append-only', async () => {
  write(SECOND, `create table diary (id int); comment on table diary is 'append-only: what happened';`);
  await run();

  await rows('update trees set id = 3; delete from trees', database.url);
  await rows('insert into diary values (1)', database.url);
  for (const statement of [
    'update diary set id = 2',
    'delete from diary',
    'truncate diary',
    'drop table trees',
    'delete from schema_migrations',
  ]) {
    await expect(rows(statement, database.url), statement).rejects.toThrow(/permission denied|must be owner/);
  }
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function run(): Promise<string[]> {
  return migrate({ ownerUrl: database.ownerUrl, appRole: APP_ROLE, folder });
}

async function rows(statement: string, url = database.ownerUrl): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
