/** `npm run restore -- --from FILE`: restores a backup into an empty DATA_DIR or an empty database of DATABASE_URL. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { refuseStrangeFiles, withoutTrace } from '#lib/process/backup/restore-folder.server.ts';
import { refuseOtherSecret } from '#lib/process/backup/restore-secret.server.ts';
import { type Config, readConfig } from '#lib/process/config/config.server.ts';
import { migrationsFolder, reachDatabaseAsItIs } from '#lib/process/database/app-database.server.ts';
import { refuseNewer } from '#lib/process/database/migrations.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import { run } from './run.ts';

const USAGE = 'Use it as: npm run restore -- --from garden.tar [--with-another-secret]';

await run(async () => {
  const { from, withAnotherSecret } = options();
  const settings = readConfig(process.env);
  const { verifyArchive } = await import('#lib/process/backup/archive-reading.server.ts');
  const manifest = await verifyArchive(from);
  refuseNewer(manifest.migrations, migrationsFolder);
  if (!withAnotherSecret) refuseOtherSecret(settings, manifest);
  refuseStrangeFiles(settings.dataDir);
  await withoutTrace(settings.dataDir, async () => {
    const database = await reachDatabaseAsItIs(settings, 'npm run restore', { only: true });
    try {
      const { objects } = await import('#lib/process/files/object-store.server.ts');
      await objects.check();
      const { restoreBackup } = await import('#lib/process/backup/restore.server.ts');
      await restoreBackup({
        from,
        manifest,
        where: whereOf(settings),
        folder: migrationsFolder,
        ownerUrl: database.ownerUrl,
        ...(database.appRole && { appRole: database.appRole }),
      });
    } finally {
      await database.stop();
    }
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Restored the backup of ${manifest.madeAt} (version ${manifest.version}): ${manifest.tables.length} tables with ${rows} rows and ${manifest.objects.count} files.`,
  );
});

function options(): { from: string; withAnotherSecret: boolean } {
  try {
    const { values } = parseArgs({
      options: { from: { type: 'string' }, 'with-another-secret': { type: 'boolean', default: false } },
    });
    if (values.from) return { from: resolve(values.from), withAnotherSecret: values['with-another-secret'] };
  } catch (error) {
    throw new StartRefused(`${(error as Error).message}\n${USAGE}`);
  }
  throw new StartRefused(USAGE);
}

function whereOf({ databaseUrl, dataDir }: Config): string {
  return databaseUrl
    ? `The database of DATABASE_URL (${new URL(databaseUrl).host}${new URL(databaseUrl).pathname})`
    : `The database in ${dataDir}`;
}
