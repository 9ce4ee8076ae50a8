import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import { freePort } from '#tests/support/free-port.ts';
import { documentedProxies, installProxies, startProxy } from '#tests/support/proxies.ts';
import { type RunningApp, startApp } from '#tests/support/server.ts';

/**
 * Ravi replaces two processes one after the other, behind each proxy as the handbook sets it up, while people go on
 * writing. Who got an answer finds what they wrote, and nobody is turned away.
 */
test.describe.configure({ mode: 'serial', timeout: 300_000 });

const DRAIN_SECONDS = 3;
const home = mkdtempSync(join(tmpdir(), 'garden-rolling-'));
let server: EmbeddedPostgres;
let database: pg.Client;
let ports: [number, number];
let apps: RunningApp[] = [];

test.beforeAll(async () => {
  test.setTimeout(300_000);
  installProxies();
  [server, ports] = await Promise.all([
    startEmbeddedPostgres({ dataDir: join(home, 'server'), address: 'a test' }),
    Promise.all([freePort(), freePort()]),
  ]);
  database = new pg.Client({ connectionString: server.ownerUrl });
  await database.connect();
  apps = [await start(0)];
  apps.push(await start(1));
});

test.afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await database?.end();
  await server?.stop();
  rmSync(home, { recursive: true, force: true });
});

const start = (which: 0 | 1) =>
  startApp(ports[which], {
    DATABASE_URL: server.url,
    DATABASE_OWNER_URL: server.ownerUrl,
    DATA_DIR: join(home, 'files'),
    APP_SECRET: 'shared by both processes of one garden',
    TRUST_PROXY: 'on',
    DRAIN_SECONDS: `${DRAIN_SECONDS}`,
  });

interface Writing {
  /** Names that were acknowledged. */
  written: string[];
  /** What went wrong. */
  failed: string[];
  stop(): Promise<void>;
}

/** Four people who write one team after the other through the proxy. */
function writing(origin: string, headers: Record<string, string>, leadId: string, of: string): Writing {
  let isOver = false;
  const made: Writing = { written: [], failed: [], stop: async () => {} };
  const people = Array.from({ length: 4 }, async (_, person) => {
    for (let n = 0; !isOver; n += 1) {
      const name = `${of} ${person} ${n}`;
      const body = JSON.stringify({ name, leadId });
      const answer = await fetch(`${origin}/api/directory/teams`, { method: 'POST', headers, body }).then(
        async (response) => ({ status: response.status, text: await response.text() }),
        (error: Error) => ({ status: 0, text: `${error.message} ${String(error.cause)}` }),
      );
      if (answer.status === 201) made.written.push(name);
      else made.failed.push(`${answer.status} ${answer.text}`);
    }
  });
  made.stop = async () => {
    isOver = true;
    await Promise.all(people);
  };
  return made;
}

for (const name of documentedProxies) {
  test(`behind ${name} nothing that was written is lost, and no form meets a closed door`, async () => {
    const port = await freePort();
    const proxy = await startProxy(name, port, ports);
    const origin = `http://127.0.0.1:${port}`;
    try {
      const signIn = await fetch(`${origin}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: 'garden-demo-2026' }),
      });
      const { accessToken, userData } = (await signIn.json()) as { accessToken: string; userData: { id: string } };
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
      const people = writing(origin, headers, userData.id, name);
      for (const which of [0, 1, 0] as const) {
        await apps[which]!.stop();
        expect(await apps[which]!.ended).toBe(0);
        apps[which] = await start(which);
        // For as long as the handbook says: a proxy that polls knows it again.
        await new Promise((resolve) => setTimeout(resolve, DRAIN_SECONDS * 1_000));
      }
      await people.stop();
      expect(people.failed).toEqual([]);
      const { rows } = await database.query<{ name: string }>(`select name from teams where name like $1`, [
        `${name} %`,
      ]);
      expect(rows.map((row) => row.name).toSorted()).toEqual(people.written.toSorted());
      expect(rows.length).toBeGreaterThan(100);
    } finally {
      await proxy.close();
    }
  });
}
