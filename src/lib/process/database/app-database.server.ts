import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Config, EMBEDDED } from '#lib/process/config/config.server.ts';
import { ownerOf } from '#lib/process/embedded-postgres/data-directory-owner.server.ts';
import {
  APP_ROLE,
  type EmbeddedPostgres,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import { migrate } from './migrations.server.ts';
import { StartRefused } from '#lib/values/start-refused.ts';

/** The garden's database, migrated. */
export interface GardenDatabase {
  ownerUrl: string;
  /** Brings the tables up to date; done once already. */
  migrate(): Promise<void>;
  embedded: EmbeddedPostgres | undefined;
  /** Ends the embedded server; a server of one's own stays as it is. */
  stop(): Promise<void>;
}

/** The folder of the migrations. */
export const migrationsFolder = fileURLToPath(new URL('../../../../db/migrations', import.meta.url));

/**
 * Starts the embedded database, or uses that of DATABASE_URL, and applies the migrations. Leaves DATABASE_URL in the
 * environment for every module loaded from now on. Throws StartRefused.
 *
 * @param address what a second start on the same data directory names
 */
export async function openDatabase(
  settings: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseOwnerUrl'>,
  address: string,
  onLost?: (error: Error) => void,
): Promise<GardenDatabase> {
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

/** The garden's database as it stands, whatever version made it. */
export interface ReachedDatabase {
  ownerUrl: string;
  /** The role the product works as; undefined when it is the owner itself. */
  appRole: string | undefined;
  /** Ends what was started for the command. */
  stop(): Promise<void>;
}

/**
 * Reaches the database for a command without bringing it up to date: that of DATABASE_URL, the embedded one of the garden
 * that runs, else one started for the command. With `only` a garden that runs is refused. Leaves DATABASE_URL as `openDatabase`.
 */
export async function reachDatabaseAsItIs(
  { dataDir, databaseUrl, databaseOwnerUrl }: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseOwnerUrl'>,
  command: string,
  { only = false }: { only?: boolean } = {},
): Promise<ReachedDatabase> {
  if (databaseUrl) {
    await refuseUnreachable('DATABASE_URL', databaseUrl);
    if (databaseOwnerUrl) await refuseUnreachable('DATABASE_OWNER_URL', databaseOwnerUrl);
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

async function openOwn(url: string, owner: string | undefined): Promise<GardenDatabase> {
  const ownerUrl = owner ?? url;
  const appRole = roleOf(url, owner);
  await refuseUnreachable('DATABASE_URL', url);
  if (owner) await refuseUnreachable('DATABASE_OWNER_URL', owner);
  const migrateOwn = async () => {
    await migrate({ ownerUrl, folder: migrationsFolder, ...(appRole && { appRole }) });
  };
  await migrateOwn();
  return { ownerUrl, migrate: migrateOwn, embedded: undefined, stop: async () => {} };
}

async function refuseUnreachable(variable: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new StartRefused(`The database of ${variable} (${new URL(url).host}) cannot be used: ${reason(error)}.`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Node reports a host with several addresses as one error of several. */
function reason(error: unknown): string {
  const causes = error instanceof AggregateError ? error.errors : [error];
  return causes.map((cause) => (cause as Error).message).join('; ');
}
