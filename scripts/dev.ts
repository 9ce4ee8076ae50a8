/** `npm run dev`: the same database as `npm start`, with pages served from their sources. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readConfig } from '#lib/process/config/config.server.ts';
import { fillWithDemonstration } from '#lib/process/database/demonstration.server.ts';
import { openDatabase } from '#lib/process/database/app-database.server.ts';
import { seedDemonstration } from './demonstration.ts';
import { root, run, stopWhenAsked } from './run.ts';

await run(async () => {
  const settings = readConfig(process.env);
  const opening = openDatabase(settings, `npm run dev, ${settings.publicOrigin}`);
  let endPages = async () => {};
  stopWhenAsked(async () => {
    const opened = await opening;
    await endPages();
    await opened.stop();
  });
  const database = await opening;
  try {
    if (settings.demonstration) await fillWithDemonstration(database, seedDemonstration);
    await grantNewRights();
  } catch (error) {
    await database.stop();
    throw error;
  }

  const astro = spawn(
    process.execPath,
    [join(root, 'node_modules/astro/bin/astro.mjs'), 'dev', ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ASTRO_DEV_BACKGROUND: '0', ASTRO_TELEMETRY_DISABLED: '1' },
    },
  );
  const ended = new Promise<number>((resolve) => astro.on('exit', (code) => resolve(code ?? 0)));
  endPages = async () => {
    astro.kill();
    await ended;
  };
  const code = await ended;
  await database.stop();
  process.exit(code);
});

/** As every start does: the administrator role gets the rights that a new record or document brings. */
async function grantNewRights(): Promise<void> {
  await import('#lib/modules.server.ts');
  const { grantNewRights: grant } = await import('#lib/directory/role/new-rights.server.ts');
  await grant();
}
