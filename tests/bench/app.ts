import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runningEmbeddedPostgres } from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startApp } from '#tests/support/server.ts';

/** The built server with the demonstration data, and its database for what the app itself would never do. */
export interface BenchApp {
  origin: string;
  databaseUrl: string;
  owner: pg.Client;
  /** A cookie header of a signed-in person. */
  cookieOf(username: string): Promise<string>;
  close(): Promise<void>;
}

export async function openBench(): Promise<BenchApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'garden-bench-'));
  const app = await startApp(await freePort(), { DATA_DIR: dataDir });
  const { ownerUrl, url } = runningEmbeddedPostgres(dataDir)!;
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  return {
    origin: app.origin,
    databaseUrl: url,
    owner,
    async cookieOf(username) {
      const answer = await fetch(`${app.origin}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password: 'garden-demo-2026', rememberMe: true }),
      });
      return answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; ');
    },
    async close() {
      await owner.end();
      await app.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
