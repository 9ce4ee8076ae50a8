/** `npm start`: builds if needed, starts the database, fills an empty one, and serves. */
import { existsSync, readdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { type Config, ENVIRONMENT, readConfig } from '#lib/process/config/config.server.ts';
import { alreadyRunning, ownerOf } from '#lib/process/embedded-postgres/data-directory-owner.server.ts';
import { fillWithDemonstration } from '#lib/process/database/demonstration.server.ts';
import { type AppDatabase, openDatabase } from '#lib/process/database/app-database.server.ts';
import { choosePort, type Port } from '#lib/process/http/port.server.ts';
import type { PageHandler } from '#lib/process/http/server.server.ts';
import { productVersion } from '#lib/process/config/product-version.server.ts';
import { sleep, waitUntil } from '#lib/process/config/processes.server.ts';
import { refuseOtherStore } from '#lib/process/files/shared-store.server.ts';
import { DEMONSTRATION_PASSWORD } from '#lib/values/constants.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';
import { buildIfNeeded, clientFolder, entry } from './build-if-needed.ts';
import { demonstrationAccounts, seedDemonstration } from './demonstration.ts';
import { run, stopWhenAsked } from './run.ts';

/** Milliseconds for returning connections at the end. */
const LET_GO_MS = 1_000;
/** Longer than the app takes to stop: requests under way, then the database. */
const ENDING_MS = 30_000;

await run(async () => {
  const wanted = readConfig(process.env);
  await refuseSecondStart(wanted);
  await buildIfNeeded(console.log);
  const port = await choosePort(wanted);
  process.env.PORT = `${port.port}`;
  const settings = readConfig(process.env);

  const opening = openDatabase(settings, settings.publicOrigin, lost);
  const stops: (() => Promise<void>)[] = [];
  stopWhenAsked(async () => {
    const opened = await opening;
    opened.embedded?.announceEnd();
    // The database ends in order whatever happens before: nobody else stops it.
    try {
      for (const stop of stops.toReversed()) await stop();
    } finally {
      await opened.stop();
    }
  });
  const database = await opening;
  try {
    await (await import('#lib/process/files/object-store.server.ts')).objects.check();
    await refuseOtherStore(settings);
    const demonstrated = settings.demonstration && (await fillWithDemonstration(database, seedDemonstration));
    loadSettings(settings);
    const chores = await startChores();
    stops.push(async () => {
      await Promise.all([port.close(settings.drainSeconds * 1_000), chores.end()]);
      await chores.letGo();
    });
    await port.open(await loadPages(database, port));
    console.log(greeting(settings, demonstrated));
  } catch (error) {
    await database.stop();
    throw error;
  }
});

/**
 * Before building: a running app must not have its pages replaced. One that is stopping holds its port until it has
 * stopped.
 */
async function refuseSecondStart({ dataDir, databaseUrl }: Config): Promise<void> {
  const owner = databaseUrl || !existsSync(dataDir) ? undefined : await ownerOf(dataDir);
  if (owner && !owner.ending) throw new StartRefused(alreadyRunning(dataDir, owner));
  if (owner) await waitUntil(ENDING_MS, async () => (await ownerOf(dataDir)) === undefined);
}

/** Before the modules are loaded, because they read their settings, DATABASE_URL among them, on loading. */
function loadSettings({ environment }: Config): void {
  process.env[ENVIRONMENT] = environment;
  process.env.NODE_ENV = 'production';
}

async function loadPages(database: AppDatabase, { isClosing }: Port): Promise<RequestListener> {
  const { requestListener } = await import('#lib/process/http/server.server.ts');
  const { startMetrics } = await import('#lib/process/metrics/metrics.server.ts');
  const { handler: pages } = (await import(entry)) as { handler: PageHandler };
  await loadEveryPage();
  startMetrics(productVersion());
  return requestListener({ pages, clientFolder, notReady: await reasonsOf(database), isClosing });
}

/**
 * Preloads all pages, which Astro would load on first use, so that a build replacing the files does not affect a
 * running app.
 */
async function loadEveryPage(): Promise<void> {
  const folder = join(dirname(entry), 'chunks');
  await Promise.all(
    readdirSync(folder)
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => import(join(folder, name))),
  );
}

/** In this process, over the connections of its own modules: the pages are bundled with theirs. */
async function startChores(): Promise<{ end(): Promise<unknown>; letGo(): Promise<void> }> {
  await import('#lib/modules.server.ts');
  const { startJobs } = await import('#lib/process/jobs/worker.server.ts');
  const { startChatDelivery } = await import('#lib/notifications/chat-bot.server.ts');
  const { startEmailDelivery } = await import('#lib/email/email-delivery.server.ts');
  const { startMailDelivery } = await import('#lib/process/mail/mail-delivery.server.ts');
  const { afterWorkDone } = await import('#lib/process/database/after-commit.server.ts');
  const { pool } = await import('#lib/process/database/database.server.ts');
  const { grantNewRights } = await import('#lib/directory/role/new-rights.server.ts');
  await grantNewRights();
  const { ensureUserRequestPolicy } = await import('#lib/directory/user-request/registration.server.ts');
  await ensureUserRequestPolicy();
  const chores = [startMailDelivery(), startChatDelivery(), startEmailDelivery(), await startJobs()];
  return {
    end: () => Promise.all(chores.map((stop) => stop())),
    // Work of an abandoned job may not end before the process does.
    letGo: () => Promise.race([afterWorkDone().then(() => pool.end()), sleep(LET_GO_MS)]),
  };
}

async function reasonsOf({ ownerUrl }: AppDatabase): Promise<() => Promise<string | null>> {
  const { hasRoom } = await import('#lib/process/config/full-disk.server.ts');
  const connectionString = process.env.DATABASE_URL ?? ownerUrl;
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
    allowExitOnIdle: true,
  });
  pool.on('error', () => {});
  return async () => {
    const answers = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    if (!answers) return 'the database does not answer';
    return (await hasRoom()) ? null : 'the disk is full';
  };
}

function greeting({ productName, publicOrigin }: Config, demonstrated: boolean): string {
  const accounts = `
  Demonstration accounts (password ${DEMONSTRATION_PASSWORD}):
  ${demonstrationAccounts.join(', ')}
`;
  return `
  ${productName} is open: ${publicOrigin}
${demonstrated ? accounts : ''}`;
}

function lost(error: Error): void {
  console.error(error.message);
  process.exit(1);
}
