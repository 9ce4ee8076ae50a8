import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWNER_ROLE } from '#lib/process/embedded-postgres/cluster.server.ts';
import { startEmbeddedPostgres } from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import { withoutTrace } from '#lib/process/backup/restore-folder.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import { migrate } from '#lib/process/database/migrations.server.ts';
import { asOwner, emptyDatabase, migrationsFolder, type TestDatabase } from '#tests/support/database.ts';
import { startS3 } from '#tests/support/s3-server.ts';

/**
 * A whole installation with its demonstration people, its prints and files, is backed up by the commands of the product and
 * restored into an empty directory, and from there into a database of a server.
 */
const home = mkdtempSync(join(tmpdir(), 'garden-backup-'));
const dirs = {
  app: join(home, 'app'),
  restored: join(home, 'restored'),
  moved: join(home, 'moved'),
  other: join(home, 'other'),
};
const archive = join(home, 'garden.tar');
const databases: TestDatabase[] = [];
const run = promisify(execFile);

beforeAll(async () => {
  await script('tests/support/make-installation.ts', { DATA_DIR: dirs.app });
}, 120_000);
afterAll(async () => {
  for (const database of databases) await database.drop();
  rmSync(home, { recursive: true, force: true });
});

/** A command of the product in a process of its own: what it printed, or what it refused. */
async function script(
  file: string,
  environment: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; said: string }> {
  const {
    DATABASE_URL: _1,
    DATABASE_OWNER_URL: _2,
    APP_SECRET: _3,
    NODE_ENV: _4,
    VITEST: _5,
    ...inherited
  } = process.env;
  try {
    const { stdout, stderr } = await run(process.execPath, [file, ...args], {
      env: { ...inherited, LOG_LEVEL: 'error', ...environment },
      maxBuffer: 2 ** 26,
    });
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    if (file.startsWith('tests/')) throw error;
    return { code, said: stdout + stderr };
  }
}

const backup = (environment: Record<string, string>, ...args: string[]) =>
  script('scripts/backup.ts', environment, ...args);
const restore = (environment: Record<string, string>, ...args: string[]) =>
  script('scripts/restore.ts', environment, ...args);

/** Every row of every table as text, hashed by table; and the values of the sequences. */
async function contentOf(ownerUrl: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    const content: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ hash: string }>(
        `select count(*) || ':' || coalesce(encode(sha256(string_agg(t::text, E'\\n' order by t::text collate "C")::bytea), 'hex'), '') as hash from public."${name}" t`,
      );
      content[name] = rows[0]!.hash;
    }
    const { rows: shape } = await client.query<{ shape: string }>(`
      select string_agg(line, E'\\n' order by line) as shape from (
        select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint where connamespace = 'public'::regnamespace
        union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
        union all select indexdef from pg_indexes where schemaname = 'public'
        union all select sequencename || ' ' || coalesce(last_value, 0) from pg_sequences where schemaname = 'public') lines`);
    content['the shape'] = createHash('sha256').update(shape[0]!.shape).digest('hex');
    return content;
  } finally {
    await client.end();
  }
}

/** Hashes of the stored files below a data directory. */
function filesOf(dataDir: string): Record<string, string> {
  return Object.fromEntries(
    ['files', 'prints'].flatMap((place) => {
      const folder = join(dataDir, place);
      if (!existsSync(folder)) return [];
      return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [path.slice(dataDir.length), createHash('sha256').update(readFileSync(path)).digest('hex')]);
    }),
  );
}

/** What `read` finds on the embedded database of a directory while nothing else runs on it. */
async function on<T>(dataDir: string, read: (ownerUrl: string) => Promise<T>): Promise<T> {
  const embedded = await startEmbeddedPostgres({ dataDir, address: 'a test' });
  try {
    return await read(embedded.ownerUrl);
  } finally {
    await embedded.stop();
  }
}

async function emptyServer(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  databases.push(database);
  return database;
}

describe('a backup', () => {
  test('is one file for its owner alone, and names what it holds', async () => {
    const { code, said } = await backup({ DATA_DIR: dirs.app }, '--to', archive);
    expect(said).toMatch(/garden\.tar: \d{2} tables with \d{3,} rows and \d+ files, \d+ KB\.\nIt contains the secret/);
    expect(code).toBe(0);
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    expect(readdirSync(home).filter((name) => name.startsWith('garden.tar'))).toEqual(['garden.tar']);
    const names = spawnSync('tar', ['-tf', archive], { encoding: 'utf8' }).stdout.split('\n');
    expect(names).toEqual(
      expect.arrayContaining([
        'database/users.copy.gz',
        'database/activity_log.copy.gz',
        'objects.sha256',
        'secret',
        'manifest.json',
      ]),
    );
    expect(names.filter((name) => name.startsWith('objects/files/')).length).toBeGreaterThan(0);
  }, 60_000);

  test('never replaces a file', async () => {
    expect(await backup({ DATA_DIR: dirs.app }, '--to', archive)).toMatchObject({
      code: 1,
      said: expect.stringContaining('There is a file'),
    });
  });

  test('is that of one moment, while somebody writes', async () => {
    const { said } = await script('tests/support/backup-while-writing.ts', { DATA_DIR: dirs.other });
    const { written, pairs } = JSON.parse(said.trim().split('\n').at(-1)!) as {
      written: number;
      pairs: [number, number];
    };
    expect(written).toBeGreaterThan(5);
    expect(pairs[0]).toBe(pairs[1]);
  }, 60_000);
});

describe('restored into an empty directory', () => {
  test('every row, every file and every rule of the database is there again', async () => {
    const { code, said } = await restore({ DATA_DIR: dirs.restored }, '--from', archive);
    expect(said).toContain('Restored the backup of');
    expect(code).toBe(0);
    const before = await on(dirs.app, contentOf);
    expect(await on(dirs.restored, contentOf)).toEqual(before);
    expect(Object.keys(before).length).toBeGreaterThan(40);
    expect(filesOf(dirs.restored)).toEqual(filesOf(dirs.app));
    expect(readFileSync(join(dirs.restored, 'secret'), 'utf8')).toBe(readFileSync(join(dirs.app, 'secret'), 'utf8'));
  }, 90_000);

  test('people sign in, numbers go on, the chain of the log holds, and a sealed secret opens', async () => {
    const { said } = await script('tests/support/use-installation.ts', { DATA_DIR: dirs.restored });
    expect(JSON.parse(said.trim().split('\n').at(-1)!)).toEqual({
      signedIn: 'admin',
      missing: [],
      brokenDay: null,
      opened: 'sealed in the garden',
      isNext: true,
      appended: true,
    });
  }, 60_000);

  test('it is refused where something is, and nothing is changed', async () => {
    const before = await on(dirs.app, contentOf);
    expect(await restore({ DATA_DIR: dirs.app }, '--from', archive)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/is not empty/),
    });
    expect(await on(dirs.app, contentOf)).toEqual(before);
  }, 60_000);
});

describe('moved to a server', () => {
  test('every row is there, as the role that cannot change ledgers; and back again into a directory', async () => {
    const server = await emptyServer();
    const environment = { DATA_DIR: dirs.moved, DATABASE_URL: server.url, DATABASE_OWNER_URL: server.ownerUrl };
    expect(await restore(environment, '--from', archive)).toMatchObject({ code: 0 });
    expect(await contentOf(server.ownerUrl)).toEqual(await on(dirs.app, contentOf));
    expect(filesOf(dirs.moved)).toEqual(filesOf(dirs.app));
    await expect(asOwner(server.url, 'delete from activity_log')).rejects.toThrow(/permission denied/);
    expect(await restore(environment, '--from', archive)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/DATABASE_URL .* is not empty/s),
    });

    const second = join(home, 'second.tar');
    expect(await backup(environment, '--to', second)).toMatchObject({ code: 0 });
    const back = join(home, 'back');
    expect(await restore({ DATA_DIR: back }, '--from', second)).toMatchObject({ code: 0 });
    expect(await on(back, contentOf)).toEqual(await contentOf(server.ownerUrl));
  }, 120_000);

  test('by an owner who is no superuser', async () => {
    const server = await emptyServer();
    const role = `keeper_${Date.now()}`;
    const { pathname } = new URL(server.ownerUrl);
    await asOwner(
      server.ownerUrl,
      `create role ${role} login password 'keeper'; alter database ${pathname.slice(1)} owner to ${role}`,
    );
    const url = Object.assign(new URL(server.ownerUrl), { username: role, password: 'keeper' }).href;
    expect(await restore({ DATA_DIR: join(home, 'keeper'), DATABASE_URL: url }, '--from', archive)).toMatchObject({
      code: 0,
    });
    expect(await contentOf(url)).toEqual(await on(dirs.app, contentOf));
    await asOwner(
      server.ownerUrl,
      `reassign owned by ${role} to ${OWNER_ROLE}; alter database ${pathname.slice(1)} owner to ${OWNER_ROLE}; drop role ${role}`,
    );
  }, 60_000);
});

test('into a bucket, and out of it again', async () => {
  const s3 = await startS3();
  try {
    const bucket = { ...s3.environment, DATA_DIR: join(home, 'bucket') };
    expect(await restore(bucket, '--from', archive)).toMatchObject({ code: 0 });
    expect(filesOf(bucket.DATA_DIR)).toEqual({});
    expect(await restore({ ...bucket, DATA_DIR: join(home, 'bucket-again') }, '--from', archive)).toMatchObject({
      code: 1,
      said: expect.stringContaining('The store of files is not empty'),
    });

    const out = join(home, 'out-of-the-bucket.tar');
    const disk = join(home, 'out-of-the-bucket');
    expect(await backup(bucket, '--to', out)).toMatchObject({ code: 0 });
    expect(await restore({ DATA_DIR: disk }, '--from', out)).toMatchObject({ code: 0 });
    expect(filesOf(disk)).toEqual(filesOf(dirs.app));
    expect(await on(disk, contentOf)).toEqual(await on(dirs.app, contentOf));
  } finally {
    await s3.stop();
  }
}, 90_000);

test('a backup of an older version is brought up to date', async () => {
  const database = await emptyServer();
  const names = readdirSync(migrationsFolder).toSorted();
  const only = new Set(names.slice(0, 15));
  await migrate({ ownerUrl: database.ownerUrl, folder: migrationsFolder, only });
  await asOwner(
    database.ownerUrl,
    `insert into users (id, username, full_name, email, status) values (gen_random_uuid(), 'mei', 'Mei Lim', 'mei@garden.example', 'active')`,
  );
  const old = join(home, 'old.tar');
  const APP_SECRET = 'the same in both of these gardens';
  expect(
    await backup({ DATA_DIR: join(home, 'old'), DATABASE_URL: database.ownerUrl, APP_SECRET }, '--to', old),
  ).toMatchObject({ code: 0, said: expect.stringContaining('APP_SECRET is not in it') });
  expect(await restore({ DATA_DIR: join(home, 'updated') }, '--from', old)).toMatchObject({
    code: 1,
    said: expect.stringContaining('was made with APP_SECRET from the environment'),
  });
  expect(await restore({ DATA_DIR: join(home, 'updated'), APP_SECRET }, '--from', old)).toMatchObject({ code: 0 });
  const found = await on(join(home, 'updated'), async (ownerUrl) => {
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    const { rows } = await client
      .query(
        `select (select count(*)::int from schema_migrations) as migrations, (select full_name from users) as name`,
      )
      .finally(() => client.end());
    return rows[0];
  });
  expect(found).toEqual({ migrations: names.length, name: 'Mei Lim' });
}, 60_000);

describe('what is not whole is refused before anything is done', () => {
  const damaged = join(home, 'damaged.tar');
  const into = () => ({ DATA_DIR: join(home, 'nothing') });
  const refused = async (sentence: RegExp) => {
    expect(await restore(into(), '--from', damaged)).toMatchObject({ code: 1, said: expect.stringMatching(sentence) });
    expect(existsSync(join(home, 'nothing'))).toBe(false);
  };

  test('a file that ends too early, wherever', async () => {
    const size = statSync(archive).size;
    // The last kilobyte of an archive says only that it ends.
    for (const end of [100, size * 0.3, size * 0.7, size * 0.97, size - 1_600]) {
      writeFileSync(damaged, readFileSync(archive));
      truncateSync(damaged, Math.floor(end));
      await refused(/damaged or was not finished/);
    }
    truncateSync(damaged, 0);
    await refused(/damaged or was not finished/);
  }, 60_000);

  test('a byte that was changed, in a table, a file or the manifest', async () => {
    const bytes = readFileSync(archive);
    for (const [name, place] of [
      ['database/users.copy.gz', 40],
      ['objects/files/', 5],
      ['manifest.json', 40],
    ] as const) {
      const changed = Buffer.from(bytes);
      const at = changed.indexOf(name) + 512 + place;
      changed[at] = changed[at]! ^ 0x01;
      writeFileSync(damaged, changed);
      await refused(/damaged or was not finished/);
    }
  }, 60_000);

  test('a backup of a newer version, or of none of ours', async () => {
    await script('tests/support/newer-backup.ts', {}, archive, damaged);
    await refused(/newer version of the app \(it knows 29991231T2359_of_the_future\.sql\)/);
    writeFileSync(damaged, 'this is no archive');
    await refused(/damaged or was not finished/);
    rmSync(damaged);
    await refused(/There is no file/);
  }, 60_000);

  test('a directory with the secret of another installation', async () => {
    const keyed = join(home, 'keyed');
    mkdirSync(keyed);
    writeFileSync(join(keyed, 'secret'), 'x'.repeat(43));
    expect(await restore({ DATA_DIR: keyed }, '--from', archive)).toMatchObject({
      code: 1,
      said: expect.stringContaining('is not the secret this backup was made with'),
    });
    expect(await restore({ DATA_DIR: join(home, 'env'), APP_SECRET: 'y'.repeat(40) }, '--from', archive)).toMatchObject(
      { code: 1, said: expect.stringContaining('APP_SECRET is not the one this backup was made with') },
    );
    expect(existsSync(join(home, 'env'))).toBe(false);
  }, 60_000);

  test('a directory in which something else lies, which stays as it is', async () => {
    const strange = join(home, 'strange');
    mkdirSync(strange);
    writeFileSync(join(strange, 'notes.txt'), 'Not ours.');
    expect(await restore({ DATA_DIR: strange }, '--from', archive)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/is not empty: it holds notes\.txt/),
    });
    expect(readdirSync(strange)).toEqual(['notes.txt']);
  }, 60_000);

  test('a directory of files that belong to another database, and one that was not there is not left behind', async () => {
    const server = await emptyServer();
    const used = join(home, 'used');
    mkdirSync(join(used, 'files'), { recursive: true });
    writeFileSync(join(used, 'files', 'offer.pdf'), '%PDF');
    expect(
      await restore(
        { DATA_DIR: used, DATABASE_URL: server.url, DATABASE_OWNER_URL: server.ownerUrl },
        '--from',
        archive,
      ),
    ).toMatchObject({ code: 1 });
    expect(readdirSync(used)).toEqual(['files']);
    const fresh = join(home, 'fresh');
    await expect(
      withoutTrace(fresh, async () => {
        mkdirSync(fresh);
        throw new StartRefused('The disk is full.');
      }),
    ).rejects.toThrow('The disk is full.');
    expect(existsSync(fresh)).toBe(false);
  }, 60_000);
});

test('a restore that is killed leaves a database on which nothing starts, and is done again', async () => {
  const killed = { DATA_DIR: join(home, 'killed') };
  const database = await emptyServer();
  const environment = { ...killed, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl };
  const { DATABASE_URL: _1, DATABASE_OWNER_URL: _2, APP_SECRET: _3, VITEST: _4, ...inherited } = process.env;
  const child = spawn(process.execPath, ['scripts/restore.ts', '--from', archive], {
    env: { ...inherited, LOG_LEVEL: 'error', ...environment },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const marked = async () =>
    await new Promise<boolean>((resolve) => {
      const client = new pg.Client({ connectionString: database.ownerUrl });
      client
        .connect()
        .then(() =>
          client.query(
            `select 1 from pg_stat_activity where application_name = 'garden: restore' and query ilike 'copy %' and datname = current_database()`,
          ),
        )
        .then(
          ({ rowCount }) => resolve(rowCount === 1),
          () => resolve(false),
        )
        .finally(() => void client.end());
    });
  await expect.poll(marked, { timeout: 30_000, interval: 5 }).toBe(true);
  child.kill('SIGKILL');
  await ended;

  expect(await script('scripts/mail-outbox.ts', environment)).toMatchObject({
    code: 1,
    said: expect.stringContaining('did not come to its end. Run the same npm run restore again'),
  });
  expect(await restore(environment, '--from', archive)).toMatchObject({ code: 0 });
  expect(await contentOf(database.ownerUrl)).toEqual(await on(dirs.app, contentOf));
}, 90_000);

test('a backup that is killed leaves no file that looks like one', async () => {
  const target = join(home, 'killed.tar');
  const { DATABASE_URL: _1, DATABASE_OWNER_URL: _2, APP_SECRET: _3, VITEST: _4, ...inherited } = process.env;
  const child = spawn(process.execPath, ['scripts/backup.ts', '--to', target], {
    env: { ...inherited, LOG_LEVEL: 'error', DATA_DIR: dirs.app },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await expect.poll(() => existsSync(`${target}.unfinished`), { timeout: 30_000, interval: 2 }).toBe(true);
  child.kill('SIGKILL');
  await ended;
  expect(existsSync(target)).toBe(false);
  expect(await backup({ DATA_DIR: dirs.app }, '--to', target)).toMatchObject({ code: 0 });
}, 60_000);
