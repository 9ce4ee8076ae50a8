import { readFileSync, readdirSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { join, resolve } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { createServer, type RunnableDevEnvironment, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

/**
 * `npm run dev` reloads a file that changed, and all that import it, beside the loaded ones. So each file that
 * registers something is loaded twice here, as the development server does it: nothing may refuse, be registered twice
 * or be left over.
 */
const sources = readdirSync('src/lib', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join('src/lib', name));

/** The registries: the call that registers, and the function that lists everything registered. */
const REGISTRIES = [
  ['declareJob', 'process/jobs/declared.server.ts', 'declaredJobs'],
  ['registerRecord|registerDocument', 'records/record-kinds.server.ts', 'recordKinds'],
  ['registerDocument', 'documents/registration.server.ts', 'documentKinds'],
  ['registerDocument', 'approvals/kinds.server.ts', 'approvalKinds'],
  ['registerDocument', 'documents/ownership/open-documents.server.ts', 'openDocumentTypes'],
  ['registerFileReader', 'process/files/file-access.server.ts', 'fileReaders'],
  ['registerRelease', 'process/files/file-sweep.server.ts', 'releaseNames'],
  ['registerCommentListener', 'on-records/comments.server.ts', 'commentListeners'],
  ['onRunEnd', 'process/jobs/runs.server.ts', 'runEndListeners'],
] as const;
const ALL_STORES = ['records/stores.server.ts', 'allStores'] as const;
const ALL_DECLARATIONS = ['records/entity.ts', 'allDeclarations'] as const;
const LISTENING = 'src/lib/process/database/listen.server.ts';
const DATABASE = 'src/lib/process/database/database.server.ts';

const callsIn = (file: string, call: string) =>
  readFileSync(file, 'utf8').match(new RegExp(`^(${call})\\(`, 'gm')) ?? [];
const telling = sources.filter((file) =>
  /^(register\w+|declareJob|onRunEnd|listenTo)\(|= (store|entity|document|shape)\(/m.test(readFileSync(file, 'utf8')),
);
const GROUND = [
  ...REGISTRIES.map(([, file]) => file),
  ALL_STORES[0],
  ALL_DECLARATIONS[0],
  'process/database/database.server.ts',
  'process/database/listen.server.ts',
  'process/database/cached.server.ts',
  'process/config/config.server.ts',
  'process/instrumentation/measured.server.ts',
  'process/metrics/app-figures.server.ts',
  'values/fields.ts',
].map((file) => join('src/lib', file));

let vite: ViteDevServer;
let pages: RunnableDevEnvironment;

beforeAll(async () => {
  vite = await createServer({
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    // No browser bundles are prepared, and nothing is written to the real cache.
    optimizeDeps: { noDiscovery: true },
    cacheDir: join(process.env.DATA_DIR!, 'vite'),
    // A server that never listens: no pages are requested here.
    server: { middlewareMode: true, watch: null, ws: false, hmr: { server: createHttpServer() } },
  });
  pages = vite.environments.ssr as RunnableDevEnvironment;
  await load();
});
afterAll(async () => {
  const { startListening } = await loaded<{ startListening(): () => Promise<void> }>(LISTENING);
  await startListening()();
  const { db } = await loaded<{ db: Kysely<unknown> }>(DATABASE);
  await db.destroy();
  await vite.close();
});

test('what is told has a name that nothing else of its kind has', async () => {
  const wrong = [];
  for (const [call, file, list] of REGISTRIES) {
    const told = sources.flatMap((source) => callsIn(source, call)).length;
    const listed = (await namesIn(file, list)).length;
    if (told === 0 || told !== listed) wrong.push(`${call} is called ${told} times, ${listed} are known`);
  }
  expect(wrong).toEqual([]);
});

describe('loaded again, nothing refuses and nothing stands twice:', () => {
  test.each(telling)('%s', (file) => expectSameAfter(file));
  test.each(GROUND)('%s', (file) => expectSameAfter(file));
});

async function expectSameAfter(file: string): Promise<void> {
  const first = await loaded(file);
  const before = await state();
  pages.moduleGraph.onFileChange(resolve(file));
  await load();
  expect(await loaded(file)).not.toBe(first);
  expect(await state()).toEqual(before);
}

/** Like pages that need all of them. */
async function load(): Promise<void> {
  await loaded('src/lib/modules.server.ts');
  for (const file of [...telling, 'src/lib/process/metrics/app-figures.server.ts']) await loaded(file);
  const { startListening, isListening } = await loaded<{ startListening(): void; isListening(): boolean }>(LISTENING);
  startListening();
  await vi.waitUntil(isListening, 10_000);
}

async function state(): Promise<unknown> {
  const lists = [...REGISTRIES.map(([, file, list]) => [file, list] as const), ALL_STORES, ALL_DECLARATIONS];
  const names = await Promise.all(lists.map(([file, list]) => namesIn(file, list)));
  const { db, pool } = await loaded<{ db: Kysely<unknown>; pool: object }>(DATABASE);
  const { rows } = await sql<{ listeners: number }>`
    select count(*)::int as listeners from pg_stat_activity
    where datname = current_database() and application_name = 'garden: listening'`.execute(db);
  return { names, pool: numberOf(pool), ...rows[0] };
}

const pools: object[] = [];

/** The same number for the same pool. How many connections a pool has open is its own business and changes. */
function numberOf(pool: object): number {
  if (!pools.includes(pool)) pools.push(pool);
  return pools.indexOf(pool);
}

async function namesIn(file: string, list: string): Promise<string[]> {
  const module = await loaded<Record<string, () => unknown[]>>(join('src/lib', file));
  return module[list]!().map(nameOf).toSorted();
}

function nameOf(one: unknown): string {
  if (typeof one === 'string') return one;
  const { name, docType, of } = one as { name?: string; docType?: string; of?: { path: string } };
  return name ?? docType ?? of!.path;
}

function loaded<T>(file: string): Promise<T> {
  return pages.runner.import(resolve(file));
}
