/**
 * `npm run backup [-- --to FILE]`: backs up the whole installation into one file, whether the app is running or not.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#lib/process/config/config.server.ts';
import { reachDatabaseAsItIs } from '#lib/process/database/app-database.server.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import { run, stopWhenAsked } from './run.ts';

const USAGE = 'Use it as: npm run backup [-- --to garden.tar]';

await run(async () => {
  const { to } = options();
  const settings = readConfig(process.env);
  const aborting = new AbortController();
  const database = await reachDatabaseAsItIs(settings, 'npm run backup');
  let finished: Promise<unknown> = Promise.resolve();
  stopWhenAsked(async () => {
    aborting.abort();
    await finished.catch(() => {});
    await database.stop();
  });
  try {
    finished = backUp(database.ownerUrl, to, aborting.signal);
    await finished;
  } finally {
    await database.stop();
  }
});

function options(): { to: string | undefined } {
  try {
    return { to: parseArgs({ options: { to: { type: 'string' } } }).values.to };
  } catch (error) {
    throw new StartRefused(`${(error as Error).message}\n${USAGE}`);
  }
}

async function backUp(databaseUrl: string, to: string | undefined, signal: AbortSignal): Promise<void> {
  const { makeBackup } = await import('#lib/process/backup/backup.server.ts');
  const { backupFile, refuseExistingBackup } = await import('#lib/process/backup/backup-files.server.ts');
  const target = to === undefined ? backupFile(new Date()) : resolve(to);
  refuseExistingBackup(target);
  const { manifest, bytes } = await makeBackup({ databaseUrl, target, signal });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `${target}: ${manifest.tables.length} tables with ${rows} rows and ${manifest.objects.count} files, ${Math.ceil(bytes / 1024)} KB.`,
  );
  console.log(
    manifest.secret.isIncluded
      ? 'It contains the secret: protect it like the installation itself.'
      : 'APP_SECRET is not in it: store it separately, a restored installation needs the same one.',
  );
}
