import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import { makeTemplate } from './database.ts';

/** One PostgreSQL for the whole run, with one migrated database that each test file gets a copy of. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'garden-tests-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    address: 'npm test',
    // The data is deleted at the end, so nothing waits for the disk.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  const clean = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await makeTemplate(server.ownerUrl);
  } catch (error) {
    await clean();
    throw error;
  }
  project.provide('testServer', { url: server.url, ownerUrl: server.ownerUrl });
  return clean;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: { url: string; ownerUrl: string };
  }
}
