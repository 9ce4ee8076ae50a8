import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { PostgresBinaries } from './binaries.server.ts';
import { type PostgresUser, postgresUser } from './system-user.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';

/** The files of the embedded server and the system user that runs it. */
export interface Cluster {
  directory: string;
  user: PostgresUser;
}

export const OWNER_ROLE = 'garden_owner';
const MAJOR_VERSION = '18';
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/**
 * The database files under `dataDir`, created on first use. They are created in a temporary folder and moved into place
 * when complete, so that an interrupted first start leaves nothing incomplete.
 */
export function prepareCluster(dataDir: string, binaries: PostgresBinaries, ownerPassword: string): Cluster {
  const directory = join(dataDir, 'postgres');
  if (!existsSync(directory)) create(dataDir, directory, binaries, ownerPassword);
  const user = postgresUser(directory, binaries.postgres);
  refuseOtherVersion(directory);
  return { directory, user };
}

/** The message for a full disk when `messages` of PostgreSQL or the system report one. */
export function fullDisk(messages: string, directory: string): StartRefused | undefined {
  if (!/No space left on device|ENOSPC|Disk quota exceeded/.test(messages)) return undefined;
  return new StartRefused(
    `The disk that holds ${directory} is full. Make room on it and start again; nothing that was saved is lost.`,
  );
}

/** Throws StartRefused when the disk of `dataDir` has no room to work. */
export function refuseFullDisk(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize >= LEAST_FREE_BYTES) return;
  throw fullDisk('ENOSPC', dataDir);
}

function create(dataDir: string, directory: string, binaries: PostgresBinaries, ownerPassword: string): void {
  const draft = `${directory}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  // What root creates in the folder of an ordinary user must stay usable by that user.
  const { uid, gid } = statSync(dataDir);
  if (process.getuid?.() === 0) chownSync(draft, uid, gid);
  const user = postgresUser(draft, binaries.postgres);
  const passwordFile = join(draft, 'password');
  const files = join(draft, 'files');
  writeFileSync(passwordFile, ownerPassword, { mode: 0o600 });
  user.give(passwordFile);

  const { file, args, options } = user.command(
    binaries.initdb,
    [...INITDB, `--pwfile=${passwordFile}`, `--pgdata=${files}`],
    draft,
  );
  const made = spawnSync(file, args, { ...options, encoding: 'utf8' });
  if (made.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    const messages = `${made.error?.message ?? ''}${made.stdout}${made.stderr}`;
    throw (
      fullDisk(messages, dataDir) ??
      new StartRefused(`The database could not be made in ${dataDir}:\n${messages.trim()}`)
    );
  }
  renameSync(files, directory);
  rmSync(draft, { recursive: true, force: true });
}

/** The built-in C.UTF-8 sorts the same on every machine and needs no installed locale. */
const INITDB = [
  `--username=${OWNER_ROLE}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

function refuseOtherVersion(directory: string): void {
  const version = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim();
  if (version === MAJOR_VERSION) return;
  throw new StartRefused(
    `The database in ${directory} was made by PostgreSQL ${version} and this app brings PostgreSQL ${MAJOR_VERSION}. ` +
      'Dump it with the old version and load it into an empty DATA_DIR.',
  );
}
