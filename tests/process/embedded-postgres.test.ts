import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#lib/process/embedded-postgres/embedded-postgres.server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'garden-embedded-'));
let running: EmbeddedPostgres | undefined;

afterEach(async () => {
  await running?.stop();
  running = undefined;
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('what was saved is there after a stop and a start', async () => {
  const first = await start();
  await query(first.ownerUrl, 'create table notes (text text); insert into notes values ($$梅$$)');
  await first.stop();

  const second = await start();

  expect(second.takenOver).toBe(false);
  expect(await query(second.ownerUrl, 'select text from notes')).toEqual([{ text: '梅' }]);
});

test('it answers on this machine alone, to its passwords alone, which only their owner can read', async () => {
  const { url, ownerUrl } = await start();

  await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password authentication failed/);
  expect(
    await query(
      ownerUrl,
      `select current_setting('listen_addresses') as listen, current_setting('unix_socket_directories') as socket`,
    ),
  ).toEqual([{ listen: '127.0.0.1', socket: '' }]);
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
});

test('nothing that keeps saved work safe is switched off, and text sorts alike on every machine', async () => {
  const { ownerUrl } = await start();

  const [row] = await query(
    ownerUrl,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages,
       current_setting('data_checksums') as checksums, datlocale as locale, pg_encoding_to_char(encoding) as encoding
     from pg_database where datname = current_database()`,
  );
  expect(row).toEqual({ fsync: 'on', commit: 'on', pages: 'on', checksums: 'on', locale: 'C.UTF-8', encoding: 'UTF8' });
});

test('a second start on the same directory is refused and names the first', async () => {
  await start();

  await expect(start()).rejects.toThrow(
    new RegExp(`already running on the data directory ${dataDir}: http://localhost:4999, process ${process.pid}\\.`),
  );
});

test('a start while the first is just ending waits for its end', async () => {
  const first = await start();
  first.announceEnd();

  const second = start();
  await first.stop();

  expect(await query((await second).url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('of many starts at the same moment exactly one succeeds', async () => {
  const starts = await Promise.allSettled([start(), start(), start(), start()]);

  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a directory whose lock on the database is held from elsewhere is refused', async () => {
  const first = await start();
  // As on a disk shared with another machine, whose process ids mean nothing here.
  writeFileSync(
    join(dataDir, 'running.json'),
    JSON.stringify({ pid: 1, start: '', space: 'elsewhere', address: 'http://elsewhere' }),
  );
  utimesSync(join(dataDir, 'running.json'), 0, 0);

  await expect(startEmbeddedPostgres({ dataDir, address: 'second' })).rejects.toThrow(/already running/);
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a stale process id that belongs to something else by now does not keep the database from starting', async () => {
  await (await start()).stop();
  const file = join(dataDir, 'postgres/postmaster.pid');
  writeFileSync(file, `${process.pid}\n${dataDir}/postgres\n1700000000\n5999\n\n127.0.0.1\n\nready\n`);

  expect((await start()).takenOver).toBe(false);
});

test('a database that was killed alone is started again at once, at the same address, as often as that happens', async () => {
  const { url, ownerUrl } = await start();
  await query(ownerUrl, 'create table if not exists kept (n int); insert into kept values (1)');
  for (let round = 0; round < 2; round += 1) {
    const killed = postmasterPid();
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => query(url, 'select 1 as one').catch(() => [])).toEqual([{ one: 1 }]);
    expect(postmasterPid()).not.toBe(killed);
  }
  expect(await query(ownerUrl, 'select n from kept')).toEqual([{ n: 1 }]);
  await expect(start()).rejects.toThrow(/already running/);

  await running?.stop();
  await expect(query(url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
});

test('nothing acknowledged is lost when the app is killed in the middle of writing, ten times over', async () => {
  let acknowledged = 0;
  for (let round = 0; round < 10; round += 1) {
    const writer = startWriter();
    acknowledged = await killAfterWrites(writer, 20);
    // Every third time the database dies with the app, as when the machine loses its power.
    if (round % 3 === 2) process.kill(postmasterPid(), 'SIGKILL');
  }

  const { ownerUrl } = await start();

  const [row] = await query(ownerUrl, 'select count(*)::int as count, max(n) as last from written');
  expect(row?.count).toBe(row?.last);
  expect(row?.last).toBeGreaterThanOrEqual(acknowledged);
  expect(acknowledged).toBeGreaterThanOrEqual(200);
}, 90_000);

async function start(): Promise<EmbeddedPostgres> {
  const started = await startEmbeddedPostgres({ dataDir, address: 'http://localhost:4999' });
  running = started;
  return started;
}

/** An app in a process of its own that writes one row after the other, and reports each that was saved. */
function startWriter(): ChildProcess {
  return fork('tests/support/writer.ts', [dataDir], { execArgv: [], env: { ...process.env, VITEST: undefined } });
}

/** Kills the process after so many rows, and returns the last one it reported. */
function killAfterWrites(writer: ChildProcess, rows: number): Promise<number> {
  let last = 0;
  let told = 0;
  writer.on('message', (n) => {
    last = Number(n);
    told += 1;
    if (told === rows) writer.kill('SIGKILL');
  });
  return new Promise((resolve, reject) => {
    writer.on('exit', (_code, signal) =>
      signal === 'SIGKILL' ? resolve(last) : reject(new Error('The writer ended by itself.')),
    );
  });
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return [await client.query(statement)].flat().at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}
