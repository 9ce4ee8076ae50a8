import { createServer, request as httpRequest, type RequestOptions } from 'node:http';
import { sql } from 'kysely';
import parsePrometheus from 'parse-prometheus-text-format';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { signIn } from '#lib/access/sign-in/sign-in.server.ts';
import { config, readConfig } from '#lib/process/config/config.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { declareJob } from '#lib/process/jobs/declared.server.ts';
import { runJob } from '#lib/administration/jobs/jobs.server.ts';
import { overdueSince } from '#lib/process/jobs/status.server.ts';
import { requestBegan, requestEnded } from '#lib/process/instrumentation/measured.server.ts';
import { readAppFigures } from '#lib/process/metrics/app-figures.server.ts';
import { metrics, startMetrics } from '#lib/process/metrics/metrics.server.ts';
import { queueMail } from '#lib/process/mail/outbox.server.ts';
import { consumePoint } from '#lib/process/database/rate-limit.server.ts';
import { plaqueReady } from '#tests/support/mails.ts';

vi.mock('#lib/process/config/config.server.ts', async (load) => {
  const { config: given, ...rest } = await load<typeof import('#lib/process/config/config.server.ts')>();
  return { ...rest, config: { ...given } };
});
const settings = config as { -readonly [K in keyof typeof config]: (typeof config)[K] };

const TOKEN = 'watch-the-garden-2026';
let fails = false;
declareJob({
  name: 'raking',
  schedule: '10 0 * * *',
  run: async () => {
    if (fails) throw new Error('no rake');
    return {};
  },
});

const server = createServer(
  (request, response) =>
    void metrics(request).then(({ status, headers, text }) => response.writeHead(status, headers).end(text)),
);
const facts = { requestId: 'test', ip: '198.51.100.7', userAgent: null };
let port = 0;

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as { port: number }).port;
  startMetrics('1.2.3');
});
afterAll(() => void server.close());

/** Status and text, as the client sees them. */
function ask(
  headers: Record<string, string> = {},
  more: RequestOptions = {},
): Promise<{ status: number; text: string; type: string }> {
  return new Promise((resolve, reject) => {
    const asking = httpRequest({ host: '127.0.0.1', port, path: '/metrics', headers, ...more }, (response) => {
      let text = '';
      response
        .on('data', (bytes) => (text += bytes))
        .on('end', () =>
          resolve({ status: response.statusCode!, text, type: String(response.headers['content-type']) }),
        );
    });
    asking.on('error', reject).end();
  });
}

/** One figure as a program that knows nothing of ours reads it. */
async function figure(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const family = parsePrometheus((await ask()).text).find((one) => one.name === name);
  const found = family?.metrics.find((one) =>
    Object.entries(labels).every(([label, value]) => one.labels?.[label] === value),
  );
  return found && Number(found.value ?? found.count);
}

let ahead = 0;
/** Past the seconds for which figures are cached. */
async function later(): Promise<void> {
  ahead += 10_000;
  vi.setSystemTime(vi.getRealSystemTime() + ahead);
  await readAppFigures();
}

describe('who may read the metrics', () => {
  test('without a token: this machine, on an app that is not published', async () => {
    expect(await ask()).toMatchObject({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' });
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      expect((await ask({ [header]: '127.0.0.1' })).status, header).toBe(403);
    expect((await ask({ host: 'garden.example' })).status).toBe(403);
  });

  test('without a token: nobody, once the app is published or is behind a proxy', async () => {
    const { publicOrigin } = settings;
    settings.publicOrigin = 'https://garden.example';
    expect((await ask()).status).toBe(403);
    settings.publicOrigin = publicOrigin;
    settings.trustProxy = true;
    expect((await ask()).status).toBe(403);
    settings.trustProxy = false;
    expect((await ask()).status).toBe(200);
  });

  test('with a token: whoever brings it, from anywhere, and nobody else', async () => {
    Object.assign(settings, { metricsToken: TOKEN, publicOrigin: 'https://garden.example', trustProxy: true });
    expect((await ask({ authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '198.51.100.7' })).status).toBe(200);
    for (const wrong of ['', 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN])
      expect((await ask({ authorization: wrong })).status, wrong).toBe(401);
    Object.assign(settings, { metricsToken: undefined, publicOrigin: 'http://localhost:4321', trustProxy: false });
  });

  test('to read only', async () => {
    expect((await ask({}, { method: 'POST' })).status).toBe(405);
    expect(await ask({}, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  test('a token that could be guessed stops the start', () => {
    expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow(/^METRICS_TOKEN must have at least 16 characters/);
  });
});

describe('the metrics', () => {
  test('can be read by a parser that is not ours, and say what runs', async () => {
    const families = parsePrometheus((await ask()).text);
    expect(
      families.every(
        ({ name, help, type }) =>
          /^[a-z][a-z0-9_]*$/.test(name) && help && ['COUNTER', 'GAUGE', 'HISTOGRAM', 'SUMMARY'].includes(type),
      ),
    ).toBe(true);
    expect(families.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'garden_http_requests_total',
        'garden_http_request_duration_seconds',
        'garden_database_connections',
        'garden_database_waiting',
        'garden_job_seconds_since_success',
        'garden_job_overdue',
        'garden_outbox_messages',
        'garden_outbox_oldest_waiting_seconds',
        'garden_notifications_waiting',
        'garden_rate_limit_refusals_total',
        'garden_sign_in_failures_total',
        'nodejs_eventloop_lag_seconds',
        'process_resident_memory_bytes',
      ]),
    );
    expect(await figure('garden_build_info', { version: '1.2.3' })).toBe(1);
    expect(await figure('garden_database_up')).toBe(1);
    expect(await figure('garden_database_connections', { state: 'idle' })).toBeGreaterThan(0);
  });

  test('count requests by route and status, with the time that they took', async () => {
    requestBegan();
    expect(await figure('garden_http_requests_under_way')).toBe(1);
    requestEnded({ method: 'GET', route: '/purchasing/purchase-requests/[id]/show', status: '200', seconds: 0.03 });
    expect(await figure('garden_http_requests_under_way')).toBe(0);
    expect(
      await figure('garden_http_requests_total', {
        method: 'GET',
        route: '/purchasing/purchase-requests/[id]/show',
        status: '200',
      }),
    ).toBe(1);
    expect((await ask()).text).toContain(
      'garden_http_request_duration_seconds_bucket{le="0.05",method="GET",route="/purchasing/purchase-requests/[id]/show"} 1',
    );
  });

  test('stay small, whatever a label would take', async () => {
    for (let n = 0; n < 3_000; n += 1) {
      requestBegan();
      requestEnded({ method: 'GET', route: `/made-up/${n}`, status: '404', seconds: 0.001 });
    }
    expect(new Set((await ask()).text.match(/route="[^"]*"/g)).size).toBeLessThanOrEqual(1_001);
    expect(await figure('garden_http_requests_total', { route: 'other' })).toBeGreaterThan(1_900);
  });

  test('count wrong passwords and limits that were used up', async () => {
    const before = (await figure('garden_sign_in_failures_total', { reason: 'wrong-credentials' })) ?? 0;
    await expect(signIn({ username: 'admin', password: 'wrong' }, facts)).rejects.toMatchObject({
      code: 'wrong-credentials',
    });
    expect(await figure('garden_sign_in_failures_total', { reason: 'wrong-credentials' })).toBe(before + 1);

    const limit = { name: 'watering-can', points: 1, seconds: 60 };
    await consumePoint(limit, 'mei');
    await expect(consumePoint(limit, 'mei')).rejects.toMatchObject({ code: 'too-many-requests' });
    expect(await figure('garden_rate_limit_refusals_total', { limit: 'watering-can' })).toBe(1);
  });

  test('tell how many mails wait, for how long, and how many were given up', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const waiting = await transaction((tx) =>
      queueMail(tx, { to: 'mei@garden.example', kind: 'test' as never, letter: plaqueReady() }),
    );
    const given = await transaction((tx) =>
      queueMail(tx, { to: 'mei@garden.example', kind: 'test' as never, letter: plaqueReady() }),
    );
    await sql`update mail_outbox set due_at = now() - interval '90 seconds' where id = ${waiting}`.execute(db);
    await sql`update mail_outbox set status = 'failed' where id = ${given}`.execute(db);
    await later();
    expect(await figure('garden_outbox_messages', { outbox: 'mail', status: 'waiting' })).toBe(1);
    expect(await figure('garden_outbox_messages', { outbox: 'mail', status: 'failed' })).toBe(1);
    expect(await figure('garden_outbox_oldest_waiting_seconds', { outbox: 'mail' })).toBeGreaterThanOrEqual(90);
    vi.useRealTimers();
  });

  test('tell of jobs how they ended, when they were last done, and that one is overdue', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await runJob('raking', 'schedule');
    fails = true;
    await runJob('raking', 'schedule');
    expect(await figure('garden_job_runs_total', { job: 'raking', outcome: 'done' })).toBe(1);
    expect(await figure('garden_job_runs_total', { job: 'raking', outcome: 'failed' })).toBe(1);
    await later();
    expect(await figure('garden_job_seconds_since_success', { job: 'raking' })).toBeLessThan(60);
    expect(await figure('garden_job_overdue', { job: 'raking' })).toBe(0);

    await sql`update job_runs set started_at = started_at - interval '3 days', ended_at = ended_at - interval '3 days' where job = 'raking'`.execute(
      db,
    );
    await later();
    expect(await figure('garden_job_seconds_since_success', { job: 'raking' })).toBeGreaterThan(2 * 86_400);
    expect(await figure('garden_job_overdue', { job: 'raking' })).toBe(1);
    vi.useRealTimers();
  });
});

test('a job is overdue once it has missed twice its period, and not before', () => {
  const since = '2026-11-20T16:10:00.000Z';
  const after = (hours: number) => Date.parse(since) + hours * 3_600_000;
  expect(overdueSince('10 0 * * *', since, after(47))).toBeNull();
  expect(overdueSince('10 0 * * *', since, after(49))).toBe('2026-11-21T16:10:00.000Z');
  expect(overdueSince('*/5 * * * *', since, after(1))).toBe('2026-11-20T16:15:00.000Z');
  // By day at seven and at thirteen: the night between is no delay.
  expect(overdueSince('0 7,13 * * *', since, after(35))).toBeNull();
  expect(overdueSince('0 8 * * 1', since, after(13 * 24))).toBeNull();
  expect(overdueSince(null, since, after(10_000))).toBeNull();
  expect(overdueSince('10 0 * * *', null)).toBeNull();
});
