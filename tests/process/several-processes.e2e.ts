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
import { moveIn } from '#tests/support/moved-in.ts';
import { received } from '#tests/support/mails.ts';
import { type RoundRobin, startRoundRobin } from '#tests/support/round-robin.ts';
import { type RunningApp, startApp } from '#tests/support/server.ts';
import { type SmtpServer, startSmtpServer } from '#tests/support/smtp-server.ts';

/**
 * One installation with two processes, started at the same moment on an empty database of a server, behind a proxy that gives each
 * request to the next of them. What is done by one must be true for the other at its next request.
 */
test.describe.configure({ mode: 'serial', timeout: 120_000 });

const home = mkdtempSync(join(tmpdir(), 'garden-several-'));
const TOKEN = 'watch-the-garden-2026';
const SECRET = 'shared by all processes of the garden';
let server: EmbeddedPostgres;
let smtp: SmtpServer;
let proxy: RoundRobin;
let database: pg.Client;
let ports: [number, number, number];
let apps: RunningApp[] = [];
const [A, B] = [0, 1] as const;

test.beforeAll(async () => {
  [server, smtp, ports] = await Promise.all([
    startEmbeddedPostgres({ dataDir: join(home, 'server'), address: 'a test' }),
    startSmtpServer(),
    Promise.all([freePort(), freePort(), freePort()]),
  ]);
  database = new pg.Client({ connectionString: server.ownerUrl });
  database.on('error', () => {});
  await database.connect();
  apps = await Promise.all([start(A), start(B)]);
  await moveIn(server);
  proxy = await startRoundRobin([ports[A], ports[B]], ports[2]);
});

test.afterAll(async () => {
  await proxy?.close();
  await Promise.all(apps.map((app) => app.stop()));
  await database?.end();
  await smtp?.close();
  await server?.stop();
  rmSync(home, { recursive: true, force: true });
});

function start(which: number, more: Record<string, string> = {}): Promise<RunningApp> {
  return startApp(ports[which as 0 | 1], {
    DATABASE_URL: server.url,
    DATABASE_OWNER_URL: server.ownerUrl,
    DATA_DIR: join(home, 'files'),
    APP_SECRET: SECRET,
    PUBLIC_ORIGIN: `http://localhost:${ports[2]}`,
    TRUST_PROXY: 'on',
    SMTP_URL: smtp.url,
    METRICS_TOKEN: TOKEN,
    DRAIN_SECONDS: '1',
    ...more,
  });
}

interface Answer {
  status: number;
  body: any;
  /** The process that answered, where the proxy was asked. */
  by: number;
  cookie: string | null;
}

/** Asks the process `which`, or the proxy. */
async function ask(which: number | 'proxy', path: string, init: RequestInit = {}): Promise<Answer> {
  const port = which === 'proxy' ? ports[2] : ports[which as 0 | 1];
  const headers = {
    'accept-language': 'en',
    ...(which !== 'proxy' && { 'x-forwarded-for': '127.0.0.1' }),
    ...(init.headers as Record<string, string>),
  };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init, headers });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  return {
    status: answer.status,
    body: isJson ? JSON.parse(text) : text,
    by: Number(answer.headers.get('x-upstream')),
    cookie:
      answer.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ') || null,
  };
}

interface Person {
  get(which: number | 'proxy', path: string): Promise<Answer>;
  send(which: number | 'proxy', method: string, path: string, data?: object): Promise<Answer>;
  cookie: string;
}

const signInAt = (which: number | 'proxy', username: string, password = 'garden-demo-2026', ip = '127.0.0.1') =>
  ask(which, '/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(which !== 'proxy' && { 'x-forwarded-for': ip }) },
    body: JSON.stringify({ username, password, rememberMe: false }),
  });

async function signIn(which: number | 'proxy', username: string): Promise<Person> {
  const { status, body, cookie } = await signInAt(which, username);
  expect(status).toBe(200);
  const headers = { authorization: `Bearer ${body.accessToken}` };
  return {
    cookie: cookie!,
    get: (at, path) => ask(at, path, { headers }),
    send: (at, method, path, data = {}) =>
      ask(at, path, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(data),
      }),
  };
}

async function rows<T extends object = Record<string, any>>(statement: string, values: unknown[] = []): Promise<T[]> {
  return (await database.query<T>(statement, values)).rows;
}

const personNamed = async (siti: Person, username: string) => {
  const [{ id }] = (await rows(`select id from users where username = $1`, [username])) as [{ id: string }];
  return (await siti.get(A, `/api/directory/users/${id}`)).body;
};

test('both came up, the tables were made once and the demonstration people are there once', async () => {
  expect(proxy.ready().toSorted()).toEqual([ports[A], ports[B]].toSorted());
  expect(await rows('select username from users where username = $1', ['admin'])).toHaveLength(1);
  expect((await rows('select count(*)::int as count from activity_log'))[0]!.count).toBeGreaterThan(0);
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask('proxy', '/readyz')));
  expect(new Set(answers.map(({ by }) => by)).size).toBe(2);
});

test('who signs in on one is known to the other, and who signs out is not', async () => {
  const hannah = await signIn(A, 'requester');
  expect((await hannah.get(B, '/api/purchasing/my-purchase-requests')).status).toBe(200);
  expect((await ask(B, '/pages/account-setting', { headers: { cookie: hannah.cookie } })).status).toBe(200);

  expect((await hannah.send(B, 'POST', '/api/logout')).status).toBe(204);
  expect((await hannah.get(A, '/api/purchasing/my-purchase-requests')).status).toBe(401);
});

test('who is suspended by one is refused by the other at the next request', async () => {
  const siti = await signIn(A, 'admin');
  const duty = await signIn(B, 'duty');
  expect((await duty.get(B, '/api/notifications')).status).toBe(200);
  const { id, version } = await personNamed(siti, 'duty');
  expect(
    (await siti.send(A, 'POST', `/api/directory/users/${id}/suspension`, { version, reason: 'Lost the key.' })).status,
  ).toBe(200);
  expect((await duty.get(B, '/api/notifications')).status).toBe(401);
  expect((await signInAt(B, 'duty')).status).toBe(403);
});

test('a role that changes on one is asked for by the other at the next request', async () => {
  const siti = await signIn(A, 'admin');
  const helen = await signIn(B, 'auditor');
  expect((await helen.get(B, '/api/settings/jobs')).status).toBe(200);
  const [role] = await rows<{ id: string; version: number }>(`select id, version from roles where code = 'AUDITOR'`);
  const permissions = await rows('select subject, action, condition from role_permissions where role_id = $1', [
    role!.id,
  ]);
  const saved = await siti.send(A, 'PUT', `/api/directory/roles/${role!.id}/permissions`, {
    version: role!.version,
    permissions: permissions.filter(({ subject }) => subject !== 'Job'),
    reason: 'Not hers.',
  });
  expect(saved.status).toBe(200);
  expect((await helen.get(B, '/api/settings/jobs')).status).toBe(403);
});

test('a setting changed on one is in force on the other, and wrong passwords are counted together', async () => {
  const siti = await signIn(A, 'admin');
  const { version } = (await siti.get(A, '/api/settings/directory.sign-in-failures')).body;
  // Both have read the first value and keep it.
  for (const which of [A, B]) expect((await signInAt(which, 'nobody-at-all', 'wrong')).status).toBe(401);
  expect(
    (
      await siti.send(A, 'POST', '/api/settings/directory.sign-in-failures/changes', {
        version,
        value: 4,
        reason: 'Stricter.',
      })
    ).status,
  ).toBe(201);

  const tries: number[] = [];
  for (let n = 0; n < 6; n += 1) tries.push((await signInAt(n % 2, 'kitchen', 'wrong')).status);
  expect(tries).toEqual(Array(6).fill(401));
  const looked = `select 1 from activity_log where event_code = 'session.refused' and params ->> 'name' = 'kitchen'`;
  expect(await rows(looked)).toHaveLength(4);
  for (const which of [A, B]) expect((await signInAt(which, 'kitchen')).status).toBe(401);
  expect((await signInAt(B, 'kitchen', undefined, '198.51.100.20')).status).toBe(200);
});

test('the address of a visitor is the one the proxy tells, in the log of what happened', async () => {
  await signInAt(B, 'counter', 'wrong', '198.51.100.7');
  expect(
    await rows(`select 1 from activity_log where event_code = 'session.refused' and ip = '198.51.100.7'`),
  ).toHaveLength(1);
});

test('a job is run once, whichever of them was asked', async () => {
  const siti = await signIn(A, 'admin');
  const asked = await Promise.all(
    [A, B, A, B].map((which) => siti.send(which, 'POST', '/api/settings/jobs/spent-cleanup/runs')),
  );
  expect(asked.some(({ status }) => status < 300)).toBe(true);
  await expect
    .poll(
      async () =>
        (await rows(`select outcome from job_runs where job = 'spent-cleanup'`)).map(({ outcome }) => outcome),
      { timeout: 15_000 },
    )
    .toEqual(['done']);
  expect((await siti.get(B, '/api/settings/jobs/spent-cleanup')).body.runs.items).toHaveLength(1);
});

test('people are notified once and get each mail once', async () => {
  const siti = await signIn('proxy', 'admin');
  const before = smtp.messages.length;
  const sent = await Promise.all(
    Array.from({ length: 12 }, () =>
      siti.send('proxy', 'POST', '/api/settings/mails/tests', { template: 'welcome', language: 'en' }),
    ),
  );
  expect(sent.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(new Set(sent.map(({ by }) => by)).size).toBe(2);
  await expect
    .poll(async () => (await rows(`select 1 from mail_outbox where status = 'waiting'`)).length, { timeout: 20_000 })
    .toBe(0);
  const ids = smtp.messages.slice(before).map((message) => received(message).headers['message-id']);
  expect(ids.length).toBeGreaterThanOrEqual(12);
  expect(new Set(ids).size).toBe(ids.length);
  expect(await rows('select user_id, key from notifications group by 1, 2 having count(*) > 1')).toEqual([]);
});

test('a file sent to one is fetched from the other', async () => {
  const hannah = await signIn(A, 'requester');
  const {
    body: { signedUrl },
  } = await hannah.send(A, 'POST', '/api/generate-presigned-url', {
    fileName: 'offer.pdf',
    fileType: 'application/pdf',
  });
  const content = '%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF';
  expect(
    (await ask(A, signedUrl, { method: 'PUT', headers: { 'content-type': 'application/pdf' }, body: content })).status,
  ).toBe(200);
  const [{ key }] = (await rows(`select storage_key as key from files order by uploaded_at desc limit 1`)) as [
    { key: string },
  ];
  const { body } = await hannah.send(B, 'POST', '/api/file-presigned-url', { fileName: key });
  expect(await ask(B, body.signedUrl)).toMatchObject({ status: 200, body: content });
});

test('each process tells its metrics to whoever brings the token, and to nobody through the proxy without it', async () => {
  expect((await ask('proxy', '/metrics')).status).toBe(401);
  expect((await ask(A, '/metrics')).status).toBe(401);
  const { status, body } = await ask(B, '/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(status).toBe(200);
  expect(body).toMatch(/^garden_rate_limit_refusals_total\{limit="sign-in-pair"\} \d+$/m);
});

test('a third process with files of its own is refused, and says why', async () => {
  await expect(
    startApp(await freePort(), {
      DATABASE_URL: server.url,
      DATABASE_OWNER_URL: server.ownerUrl,
      DATA_DIR: join(home, 'elsewhere'),
      APP_SECRET: SECRET,
    }),
  ).rejects.toThrow(/The files of this database are in another data directory/);
});

/** Visits the proxy from several sides until stopped; returns the responses that were wrong. */
function underLoad(siti: Person): () => Promise<{ failed: string[]; answered: number }> {
  const failed: string[] = [];
  let answered = 0;
  let isOver = false;
  const paths = ['/login', '/api/directory/departments', '/api/notifications', '/api/purchasing/my-purchase-requests'];
  const workers = Array.from({ length: 6 }, async (_, worker) => {
    for (let n = worker; !isOver; n += 1) {
      const path = paths[n % paths.length]!;
      const { status, body } = await siti
        .get('proxy', path)
        .catch((error: Error) => ({ status: 0, body: error.message }));
      if (status === 200) answered += 1;
      else failed.push(`${path}: ${status} ${String(body).slice(0, 100)}`);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(workers);
    return { failed, answered };
  };
}

test('a process that is asked to end answers everything that it was asked, and no answer fails', async () => {
  const siti = await signIn('proxy', 'admin');
  const stop = underLoad(siti);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const ending = apps[B]!;
  ending.process.kill('SIGTERM');
  expect(await ending.ended).toBe(0);
  expect(proxy.ready()).toEqual([ports[A]]);
  const { failed, answered } = await stop();
  expect(failed).toEqual([]);
  expect(answered).toBeGreaterThan(50);
  apps[B] = await start(B);
  await expect.poll(() => proxy.ready().length).toBe(2);
});

test('a process is killed in the middle of a job: the other goes on and takes the job up', async () => {
  const siti = await signIn('proxy', 'admin');
  // The job cannot go on while somebody else holds what it wants to clean, so it is under way when its process is killed.
  await database.query('begin');
  await database.query('lock table rate_limits in access exclusive mode');
  const { status } = await siti.send(A, 'POST', '/api/settings/jobs/spent-cleanup/runs');
  expect(status).toBeLessThan(300);
  const open = `select id from job_runs where job = 'spent-cleanup' and ended_at is null`;
  const watching = new pg.Client({ connectionString: server.ownerUrl });
  watching.on('error', () => {});
  await watching.connect();
  await expect.poll(async () => (await watching.query(open)).rowCount, { timeout: 10_000 }).toBe(1);
  const which = (await runsOn(watching)) === apps[A]!.process.pid ? A : B;
  const other = which === A ? B : A;
  apps[which]!.process.kill('SIGKILL');
  await apps[which]!.ended;
  await database.query('rollback');

  expect((await siti.get(other, '/api/directory/departments')).status).toBe(200);
  const runs = async () =>
    (
      await watching.query(`select outcome from job_runs where job = 'spent-cleanup' order by started_at desc limit 2`)
    ).rows.map(({ outcome }) => outcome);
  await expect.poll(runs, { timeout: 60_000 }).toEqual(['done', 'interrupted']);
  await watching.end();
  await expect.poll(() => proxy.ready()).toEqual([ports[other]]);
  expect((await siti.get('proxy', '/api/directory/departments')).status).toBe(200);
});

/** The process whose connection waits for the table: by the port that its connection comes from. */
async function runsOn(client: pg.Client): Promise<number> {
  const blocked = async () =>
    (
      await client.query<{ port: number }>(
        `select client_port as port from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%rate_limits%' and datname = current_database() limit 1`,
      )
    ).rows[0]?.port;
  await expect.poll(blocked, { timeout: 10_000 }).toBeDefined();
  const { readdirSync, readFileSync, readlinkSync } = await import('node:fs');
  const port = (await blocked())!.toString(16).toUpperCase().padStart(4, '0');
  const inode = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find((fields) => fields[1]?.endsWith(`:${port}`))![9];
  const holds = (pid: number) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`;
      } catch {
        return false;
      }
    });
  return apps.map(({ process }) => process.pid!).find(holds)!;
}
