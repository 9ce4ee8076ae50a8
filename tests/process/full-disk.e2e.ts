import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { runningEmbeddedPostgres } from '#lib/process/embedded-postgres/embedded-postgres.server.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type RunningApp, startApp } from '#tests/support/server.ts';
import { smallDisk, type SmallDisk } from '#tests/support/small-disk.ts';

/**
 * Ravi's disk runs full while people work. On a machine where a test may not mount a small disk, the database says what
 * it says on a full one.
 */
test.describe.configure({ mode: 'serial', timeout: 120_000 });

let disk: SmallDisk | undefined;
let dataDir: string;
let app: RunningApp;
let siti: { accessToken: string; userData: { id: string } };

test.beforeAll(async () => {
  test.setTimeout(300_000);
  disk = smallDisk(700);
  dataDir = disk?.folder ?? mkdtempSync(join(tmpdir(), 'garden-full-'));
  app = await startApp(await freePort(), { DATA_DIR: dataDir });
  siti = await (await post('/api/login', { username: 'admin', password: 'garden-demo-2026' })).json();
});

test.afterAll(async () => {
  await app?.stop();
  disk?.remove();
});

const post = (path: string, body: object, accessToken = '') =>
  fetch(`${app.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(accessToken && { authorization: `Bearer ${accessToken}` }) },
    body: JSON.stringify(body),
  });
const team = (name: string) =>
  post('/api/directory/teams', { name, leadId: siti.userData.id, purpose: 'x'.repeat(450) }, siti.accessToken);
const get = (path: string) =>
  fetch(`${app.origin}${path}`, { headers: { authorization: `Bearer ${siti.accessToken}` } });

/** From now on there is no room; the returned function makes some. */
async function fillDisk(): Promise<() => Promise<void>> {
  if (disk) {
    const empty = disk.fill();
    return async () => empty();
  }
  const database = new pg.Client({ connectionString: runningEmbeddedPostgres(dataDir)!.ownerUrl });
  await database.connect();
  await database.query(`
    create function no_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/5/1": No space left on device' using errcode = '53100'; end $$;
    create trigger no_room before insert on teams for each row execute function no_room()`);
  return async () => {
    await database.query('drop function no_room cascade');
    await database.end();
  };
}

/** Writes until it is refused: a page of the database that has room takes some rows more. */
async function writeUntilRefused(name: string): Promise<Response> {
  for (let n = 0; n < 500; n += 1) {
    const answer = await team(`${name} ${n}`);
    if (answer.status !== 201) return answer;
  }
  throw new Error('five hundred teams had room');
}

test('who writes is told what is wrong and what helps, who reads goes on, and the proxy is told', async () => {
  const makeRoom = await fillDisk();
  const refused = await writeUntilRefused('Full');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await refused.json()).toMatchObject({
    code: 'disk-full',
    title: expect.stringContaining('The disk of the server is full'),
  });
  expect((await get('/api/directory/teams')).status).toBe(200);
  const ready = await fetch(`${app.origin}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([503, 'not ready: the disk is full\n']);
  expect((await fetch(`${app.origin}/healthz`)).status).toBe(200);
  expect(app.output()).toContain('the disk is full: nothing can be saved');

  await makeRoom();
  expect((await team('Room again')).status).toBe(201);
  await expect.poll(async () => (await fetch(`${app.origin}/readyz`)).status, { timeout: 20_000 }).toBe(200);
});

test('a process that is asked to end does so in order, and its database too', async () => {
  await fillDisk();
  await writeUntilRefused('End');
  const before = app.output().length;
  app.process.kill('SIGTERM');
  expect(await app.ended).toBe(0);
  expect(app.output().slice(before)).not.toMatch(/\n\s+at |Error:/);
  expect(runningEmbeddedPostgres(dataDir)).toBeUndefined();
});
