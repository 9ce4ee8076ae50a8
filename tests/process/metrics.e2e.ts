import { randomUUID } from 'node:crypto';
import { Agent, get } from 'node:http';
import { expect, test } from '@playwright/test';
import parsePrometheus from 'parse-prometheus-text-format';

const VISITS = 10_000;
/** Requests at once. */
const BESIDE = 50;

test('ten thousand made-up addresses are counted under the few routes they belong to', async ({ request, baseURL }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: BESIDE });
  const visit = (path: string) =>
    new Promise<void>((resolve, reject) => {
      get(`${baseURL}${path}`, { agent }, (response) => response.resume().on('end', resolve)).on('error', reject);
    });
  const addresses = [
    () => `/purchasing/purchase-requests/${randomUUID()}/show`,
    () => `/api/purchasing/purchase-requests/${randomUUID()}`,
    () => `/directory/users/${randomUUID()}/edit`,
    () => `/api/${randomUUID()}`,
    () => `/de/${randomUUID()}`,
    () => `/_astro/${randomUUID()}.js`,
    () => `/${randomUUID()}`,
  ];
  let left = VISITS;
  await Promise.all(
    Array.from({ length: BESIDE }, async () => {
      for (; left > 0; left -= 1) await visit(addresses[left % addresses.length]!());
    }),
  );
  agent.destroy();

  const answer = await request.get('/metrics');
  expect(answer.status()).toBe(200);
  const families = parsePrometheus(await answer.text());
  const counted = families.find(({ name }) => name === 'garden_http_requests_total')!.metrics;
  const routes = new Set(counted.map(({ labels }) => labels!['route']));
  expect(counted.reduce((sum, { value }) => sum + Number(value), 0)).toBeGreaterThanOrEqual(VISITS);
  expect([...routes].filter((route) => /[0-9a-f]{8}-/.test(route!))).toEqual([]);
  expect([...routes]).toEqual(
    expect.arrayContaining([
      '/purchasing/purchase-requests/[id]/show',
      '/api/purchasing/purchase-requests/[id]',
      '/404',
    ]),
  );
  // Other stories visit the same app; there are some hundred routes, and no more.
  expect(routes.size).toBeLessThan(VISITS / 10);
});

test('who comes through a proxy is told nothing', async ({ request }) => {
  expect((await request.get('/metrics', { headers: { 'x-forwarded-for': '198.51.100.7' } })).status()).toBe(403);
});

test('a cached page counts under its route each time that it is sent', async ({ request }) => {
  const count = async () => {
    const counted = parsePrometheus(await (await request.get('/metrics')).text()).find(
      ({ name }) => name === 'garden_http_requests_total',
    )!.metrics;
    return Number(
      counted.find(
        ({ labels }) => labels!['route'] === '/login' && labels!['status'] === '200' && labels!['method'] === 'GET',
      )?.value ?? 0,
    );
  };
  const before = await count();
  for (let n = 0; n < 5; n += 1) await (await request.get('/de/login')).dispose();
  expect((await count()) - before).toBeGreaterThanOrEqual(5);
});
