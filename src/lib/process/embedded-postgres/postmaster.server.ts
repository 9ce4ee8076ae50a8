import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import pg from 'pg';
import type { PostgresBinaries } from './binaries.server.ts';
import { type Cluster, fullDisk, OWNER_ROLE } from './cluster.server.ts';
import { disarmStalePid, isPostmasterOf, pidFile } from './pid-file.server.ts';
import { isProcessAlive, sleep, waitUntil } from '#lib/process/config/processes.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';

/** A running server process. */
export interface Postmaster {
  pid: number;
  port: number;
  /** True when it was left running by an app process that was killed. */
  takenOver: boolean;
}

const START_MS = 120_000;
const STOP_MS = 60_000;
const LOG_BYTES = 5 * 1024 * 1024;

/** The server of `cluster`: the one that is still running, else a new one. Throws StartRefused with the cause. */
export async function runPostmaster(
  cluster: Cluster,
  binaries: PostgresBinaries,
  password: string,
  options: Record<string, string>,
): Promise<Postmaster> {
  const left = runningPostmaster(cluster.directory);
  if (left) {
    if (await answers(left, cluster.directory, password)) return { ...left, takenOver: true };
    if (isProcessAlive(left.pid)) throw new StartRefused(notOurs(left, cluster.directory));
  }
  disarmStalePid(cluster.directory);
  return { ...(await start(cluster, binaries, password, options)), takenOver: false };
}

/** Starts a server that has ended again, on the port it had; the same one while it lives. */
export async function revivePostmaster(
  before: Postmaster,
  cluster: Cluster,
  binaries: PostgresBinaries,
  password: string,
  options: Record<string, string>,
): Promise<Postmaster> {
  if (isPostmasterOf(before.pid, cluster.directory)) return before;
  disarmStalePid(cluster.directory);
  return { ...before, ...(await start(cluster, binaries, password, options, before.port)) };
}

/** The live server process that works in `directory`, by its postmaster.pid. */
export function runningPostmaster(directory: string): { pid: number; port: number } | undefined {
  const { pid, port } = pidFile(directory);
  return pid && port && isPostmasterOf(pid, directory) ? { pid, port } : undefined;
}

/** Stops the server: open transactions are rolled back, everything committed is on disk. */
export async function stopPostmaster({ pid }: Pick<Postmaster, 'pid'>, directory: string): Promise<void> {
  if (!isPostmasterOf(pid, directory)) return;
  process.kill(pid, 'SIGINT');
  if (await waitUntil(STOP_MS, () => !isPostmasterOf(pid, directory))) return;
  process.kill(pid, 'SIGQUIT');
  await waitUntil(STOP_MS, () => !isPostmasterOf(pid, directory));
}

/** The URL of `database` for `role` on the server at `port`. */
export function postgresUrl(port: number, role: string, password: string, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}

async function start(
  cluster: Cluster,
  binaries: PostgresBinaries,
  password: string,
  options: Record<string, string>,
  samePort?: number,
): Promise<{ pid: number; port: number }> {
  const log = `${cluster.directory}.log`;
  const deadline = Date.now() + START_MS;
  for (;;) {
    const port = samePort ?? (await freePort());
    const before = logSize(log);
    const child = launch(cluster, binaries, { ...SERVER, ...options, port: `${port}` }, log);
    if (await ready(child, port, cluster.directory, password, deadline)) return { pid: child.pid as number, port };

    const messages = readFileSync(log, 'utf8').slice(before);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGQUIT');
    const full = fullDisk(messages, cluster.directory);
    if (full) throw full;
    // Workers of a killed server take a moment to notice; a port may be taken between choosing and using it.
    if (!/still in use|could not bind|Address already in use/.test(messages) || Date.now() > deadline) {
      throw new StartRefused(
        `The database in ${cluster.directory} does not start:\n${messages.trim().split('\n').slice(-8).join('\n')}`,
      );
    }
    await sleep(250);
  }
}

const SERVER = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  password_encryption: 'scram-sha-256',
  // A constraint violation is not worth a log line here, and logged statements would contain personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  timezone: 'UTC',
};

/** In a process session of its own, so that Ctrl-C reaches only the app, which then stops the server in order. */
function launch(
  cluster: Cluster,
  binaries: PostgresBinaries,
  settings: Record<string, string>,
  log: string,
): ChildProcess {
  const switches = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args, options } = cluster.user.command(
    binaries.postgres,
    ['-D', cluster.directory, ...switches],
    cluster.directory,
  );
  const output = openSync(log, logSize(log) > LOG_BYTES ? 'w' : 'a', 0o600);
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', output, output] });
  child.on('error', (error) => writeFileSync(log, `${error.message}\n`, { flag: 'a' }));
  child.unref();
  closeSync(output);
  return child;
}

async function ready(
  child: ChildProcess,
  port: number,
  directory: string,
  password: string,
  deadline: number,
): Promise<boolean> {
  let answered = false;
  await waitUntil(deadline - Date.now(), async () => {
    answered = await isOurs(port, directory, password).catch(() => false);
    return answered || child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  });
  return answered;
}

/** Waits while the server that was left running starts, recovers or stops. */
async function answers(left: { pid: number; port: number }, directory: string, password: string): Promise<boolean> {
  let ours = false;
  await waitUntil(START_MS, async () => {
    try {
      ours = await isOurs(left.port, directory, password);
      return true;
    } catch (error) {
      const waiting = ['57P03', 'ECONNREFUSED', 'ECONNRESET'].includes((error as { code?: string }).code ?? '');
      return !waiting || !isPostmasterOf(left.pid, directory);
    }
  });
  return ours;
}

async function isOurs(port: number, directory: string, password: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: postgresUrl(port, OWNER_ROLE, password, 'postgres'),
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ directory: string }>(`select current_setting('data_directory') as directory`);
    return realpathSync(rows[0]?.directory ?? '') === realpathSync(directory);
  } finally {
    await client.end().catch(() => {});
  }
}

function notOurs({ pid, port }: { pid: number; port: number }, directory: string): string {
  return (
    `A PostgreSQL server (process ${pid}, port ${port}) works in ${directory} but does not accept the password kept beside it. ` +
    `Stop that process, or restore the file postgres-password.`
  );
}

function logSize(log: string): number {
  return statSync(log, { throwIfNoEntry: false })?.size ?? 0;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
