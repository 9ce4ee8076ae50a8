import { join, resolve } from 'node:path';
import pg from 'pg';
import { alreadyRunning, ownDataDirectory } from './data-directory-owner.server.ts';
import { postgresBinaries } from './binaries.server.ts';
import { fullDisk, OWNER_ROLE, prepareCluster, refuseFullDisk } from './cluster.server.ts';
import {
  postgresUrl,
  runningPostmaster,
  revivePostmaster,
  runPostmaster,
  stopPostmaster,
} from './postmaster.server.ts';
import { guardDatabase } from './guard.server.ts';
import { makeDataFolder } from '#lib/process/config/data-folder.server.ts';
import { storedSecret } from '#lib/process/config/stored-secret.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';

/** The role the app connects as: it owns nothing. */
export const APP_ROLE = 'garden_app';
const DATABASE = 'garden';

export interface EmbeddedPostgres {
  /** The database as the role of the app. */
  url: string;
  /** The database as the owner of its tables, for migrations. */
  ownerUrl: string;
  pid: number;
  port: number;
  /** It was left running by an app process that was killed. */
  takenOver: boolean;
  /** Lets a second start on the data directory wait for the end instead of being refused. */
  announceEnd(): void;
  /** Stops the server and releases the data directory; a second call has no effect. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Created when it does not exist. */
  dataDir: string;
  /** What the refusal of a second start on the same directory names: an address, or a command. */
  address: string;
  /** Server settings that override the defaults, for tests. */
  settings?: Record<string, string>;
  /** Called when the server is gone and does not come back. */
  onLost?: (error: Error) => void;
}

/**
 * Starts the bundled PostgreSQL on the files under `dataDir`, creating them at the first start. Throws StartRefused:
 * the directory is in use, the disk is full, the programs are missing, no user can run them.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  // Root's may be traversed by the database user but read by nobody; secret files in it have modes of their own.
  makeDataFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  refuseFullDisk(dataDir);
  const hold = await ownDataDirectory(dataDir, options.address);
  try {
    const binaries = postgresBinaries();
    const password = passwords(dataDir);
    const cluster = prepareCluster(dataDir, binaries, password.owner);
    const settings = options.settings ?? {};
    let postmaster = await runPostmaster(cluster, binaries, password.owner, settings);
    const revive = async () => {
      postmaster = await revivePostmaster(postmaster, cluster, binaries, password.owner, settings);
    };
    const stopServer = () => stopPostmaster(postmaster, cluster.directory);
    try {
      await prepareDatabase(postmaster.port, password);
    } catch (error) {
      await stopServer();
      throw error;
    }
    const { url, ownerUrl } = urls(postmaster.port, password);
    const guard = await guardDatabase(ownerUrl, revive, options.onLost ?? (() => {}));
    if (!guard)
      throw new StartRefused(alreadyRunning(dataDir, { pid: postmaster.pid, address: 'another machine or container' }));
    const end = async () => {
      hold.announceEnd();
      await guard.release();
      await stopServer();
      hold.release();
    };
    let ending: Promise<void> | undefined;
    return { url, ownerUrl, ...postmaster, announceEnd: () => hold.announceEnd(), stop: () => (ending ??= end()) };
  } catch (error) {
    hold.release();
    throw fullDisk(String(error), dataDir) ?? error;
  }
}

/** The address of the embedded database of `dataDir` while an app runs on it; undefined when none does. */
export function runningEmbeddedPostgres(dataDir: string): Pick<EmbeddedPostgres, 'url' | 'ownerUrl'> | undefined {
  const running = runningPostmaster(join(resolve(dataDir), 'postgres'));
  return running && urls(running.port, passwords(resolve(dataDir)));
}

interface Passwords {
  owner: string;
  app: string;
}

function passwords(dataDir: string): Passwords {
  return {
    owner: storedSecret(join(dataDir, 'postgres-password')),
    app: storedSecret(join(dataDir, 'postgres-app-password')),
  };
}

function urls(port: number, password: Passwords): { url: string; ownerUrl: string } {
  return {
    url: postgresUrl(port, APP_ROLE, password.app, DATABASE),
    ownerUrl: postgresUrl(port, OWNER_ROLE, password.owner, DATABASE),
  };
}

/** Any of these steps may have been done already: an interrupted first start is completed by the next. */
async function prepareDatabase(port: number, password: Passwords): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl(port, OWNER_ROLE, password.owner, 'postgres') });
  await client.connect();
  try {
    const role = await client.query('select from pg_roles where rolname = $1', [APP_ROLE]);
    if (role.rowCount === 0) await client.query(`create role ${APP_ROLE} login`);
    await client.query(`alter role ${APP_ROLE} password ${client.escapeLiteral(password.app)}`);
    const database = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (database.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
