import { fileURLToPath } from 'node:url';
import { type Config, EMBEDDED } from '#lib/process/config/config.server.ts';
import { ownerOf } from '#lib/process/embedded-postgres/data-directory-owner.server.ts';
import {
  APP_ROLE,
  type EmbeddedPostgres,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import { migrate } from './migrations.server.ts';
import { connected, refuseLackingRights, refuseOtherDatabase, refuseOtherKind } from './suitable-database.server.ts';

/** The app's database, migrated. */
export interface AppDatabase {
  ownerUrl: string;
  /** Brings the tables up to date; done once already. */
  migrate(): Promise<void>;
  embedded: EmbeddedPostgres | undefined;
  /** Stops the embedded server; an external server is left alone. */
  stop(): Promise<void>;
}

/** The folder of the migrations. */
export const migrationsFolder = fileURLToPath(new URL('../../../../db/migrations', import.meta.url));

/**
 * Starts the embedded database, or uses that of DATABASE_URL, and applies the migrations. Leaves DATABASE_URL in the
 * environment for every module loaded from now on. Throws StartRefused.
 *
 * @param address what the refusal of a second start on the same data directory names
 */
export async function openDatabase(
  settings: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseOwnerUrl'>,
  address: string,
  onLost?: (error: Error) => void,
): Promise<AppDatabase> {
  if (settings.databaseUrl) return openOwn(settings.databaseUrl, settings.databaseOwnerUrl);
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, address, onLost });
  useEmbedded(embedded);
  const migrateEmbedded = async () => {
    await migrate({ ownerUrl: embedded.ownerUrl, appRole: APP_ROLE, folder: migrationsFolder });
  };
  try {
    await migrateEmbedded();
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return { ownerUrl: embedded.ownerUrl, migrate: migrateEmbedded, embedded, stop: () => embedded.stop() };
}

/** The app's database as it is, whatever version created it. */
export interface ReachedDatabase {
  ownerUrl: string;
  /** The role of the app; undefined when it is the owner itself. */
  appRole: string | undefined;
  /** Stops what was started for the command. */
  stop(): Promise<void>;
}

/**
 * Connects to the database for a command without migrating it: that of DATABASE_URL, the embedded one of a running app,
 * or else one started for the command. With `only` a running app is refused. Leaves DATABASE_URL like `openDatabase`.
 */
export async function reachDatabaseAsItIs(
  { dataDir, databaseUrl, databaseOwnerUrl }: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseOwnerUrl'>,
  command: string,
  { only = false }: { only?: boolean } = {},
): Promise<ReachedDatabase> {
  if (databaseUrl) {
    await refuseUnsuitable(databaseUrl, databaseOwnerUrl, { writes: only });
    return {
      ownerUrl: databaseOwnerUrl ?? databaseUrl,
      appRole: roleOf(databaseUrl, databaseOwnerUrl),
      stop: async () => {},
    };
  }
  const running = only || !(await ownerOf(dataDir)) ? undefined : runningEmbeddedPostgres(dataDir);
  const embedded = running ?? (await startEmbeddedPostgres({ dataDir, address: command }));
  useEmbedded(embedded);
  return {
    ownerUrl: embedded.ownerUrl,
    appRole: APP_ROLE,
    stop: async () => void ('stop' in embedded && (await (embedded as EmbeddedPostgres).stop())),
  };
}

const roleOf = (url: string, owner: string | undefined): string | undefined =>
  owner && decodeURIComponent(new URL(url).username);

/** Lets modules loaded from now on find the embedded database. */
export function useEmbedded({ url }: Pick<EmbeddedPostgres, 'url'>): void {
  process.env.DATABASE_URL = url;
  process.env[EMBEDDED] = 'yes';
}

async function openOwn(url: string, owner: string | undefined): Promise<AppDatabase> {
  const ownerUrl = owner ?? url;
  const appRole = roleOf(url, owner);
  await refuseUnsuitable(url, owner, { writes: true });
  const migrateOwn = async () => {
    await migrate({ ownerUrl, folder: migrationsFolder, ...(appRole && { appRole }) });
  };
  await migrateOwn();
  return { ownerUrl, migrate: migrateOwn, embedded: undefined, stop: async () => {} };
}

/** Asks everything that can be known beforehand, so that a refused start leaves nothing behind. */
async function refuseUnsuitable(
  url: string,
  owner: string | undefined,
  { writes }: { writes: boolean },
): Promise<void> {
  await connected(url, 'DATABASE_URL', async () => {});
  if (owner) await refuseOtherDatabase(url, owner);
  const variable = owner ? 'DATABASE_OWNER_URL' : 'DATABASE_URL';
  await connected(owner ?? url, variable, async (client) => {
    await refuseOtherKind(client, variable);
    if (writes) await refuseLackingRights(client, variable);
  });
}
