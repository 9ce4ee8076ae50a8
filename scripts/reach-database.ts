import type { Config } from '#lib/process/config/config.server.ts';
import { ownerOf } from '#lib/process/embedded-postgres/data-directory-owner.server.ts';
import { runningEmbeddedPostgres } from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import { openDatabase, useEmbedded } from '#lib/process/database/app-database.server.ts';

/**
 * The database of the running app, else one started for this command (its name is shown to others); returns a function
 * that closes it.
 */
export async function reachDatabase(settings: Config, command: string): Promise<() => Promise<void>> {
  const owner = settings.databaseUrl ? undefined : await ownerOf(settings.dataDir);
  const running = owner && runningEmbeddedPostgres(settings.dataDir);
  if (!running) return (await openDatabase(settings, command)).stop;
  useEmbedded(running);
  return async () => {};
}
