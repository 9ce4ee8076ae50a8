import { expect, test, type APIRequestContext, type PlaywrightWorkerArgs } from '@playwright/test';

// The same people, by the API alone: every answer with its status, its code and its words.
const REQUESTS = '/api/purchasing/purchase-requests';

interface Api {
  get(path: string): Promise<{ status: number; body: any }>;
  send(method: 'POST' | 'PATCH', path: string, data?: object): Promise<{ status: number; body: any; type: string }>;
}

const known = new Map<string | null, Api>();

/** Everybody signs in once. */
async function api(world: World, username: string | null): Promise<Api> {
  return known.get(username) ?? known.set(username, await signIn(world, username)).get(username)!;
}

interface World {
  playwright: PlaywrightWorkerArgs['playwright'];
  baseURL: string | undefined;
}

async function signIn({ playwright, baseURL }: World, username: string | null): Promise<Api> {
  const request: APIRequestContext = await playwright.request.newContext({
    baseURL: baseURL!,
    extraHTTPHeaders: { 'accept-language': 'en' },
  });
  const signedIn =
    username &&
    (await (
      await request.post('/api/login', { data: { username, password: 'garden-demo-2026', rememberMe: false } })
    ).json());
  const headers: Record<string, string> = signedIn ? { authorization: `Bearer ${signedIn.accessToken}` } : {};
  const read = async (answer: Awaited<ReturnType<APIRequestContext['get']>>) => {
    const type = answer.headers()['content-type'] ?? '';
    return { status: answer.status(), type, body: type.includes('json') ? await answer.json() : await answer.text() };
  };
  return {
    get: async (path) => read(await request.get(path, { headers })),
    send: async (method, path, data = {}) => read(await request.fetch(path, { method, headers, data })),
  };
}

async function draft(hannah: Api, more: object = {}): Promise<any> {
  const { body: known } = await hannah.get(
    '/api/purchasing/my-purchase-requests?type=all-my-requests&q=Urn%20vault%20seals',
  );
  const { body: sample } = await hannah.get(`${REQUESTS}/${known.items[0].id}`);
  const { deliverToAddressId, expenseCategoryId, costCenterId } = sample;
  const made = await hannah.send('POST', REQUESTS, {
    title: 'Seals by the API',
    purpose: 'For the vaults of January.',
    purchasePath: 'quotation',
    neededBy: '2099-01-31',
    deliverToAddressId,
    expenseCategoryId,
    costCenterId,
    lines: [{ description: 'Vault seal', quantity: 250, unit: 'Piece(s)', unitPriceE4: 96_000, gstCode: 'SR' }],
    ...more,
  });
  expect(made.status).toBe(201);
  return made.body;
}

test('a request is made, sent and approved, each answer with what may be done next', async ({
  playwright,
  baseURL,
}) => {
  const [hannah, daniel] = [
    await api({ playwright, baseURL }, 'requester'),
    await api({ playwright, baseURL }, 'head'),
  ];
  const made = await draft(hannah);
  expect(made).toMatchObject({
    status: 'draft',
    version: 1,
    number: null,
    estimatedNetCents: 240_000,
    estimatedGrossCents: 261_600,
    lines: [{ netCents: 240_000, gstRate: 900 }],
  });
  expect(made.allowedActions).toContainEqual({ act: 'submit', allowed: true, reason: null });
  const sent = await hannah.send('POST', `${REQUESTS}/${made.id}/submission`, { version: 1 });
  expect(sent).toMatchObject({ status: 200, body: { status: 'pending-approval', version: 2 } });
  expect(sent.body.number).toMatch(/^PR-SWG-\d{4}-\d{5}$/);
  expect(await hannah.send('POST', `${REQUESTS}/${made.id}/submission`, { version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'stale-version' },
  });
  expect((await daniel.get('/api/approvals')).body.items.some((item: any) => item.docId === made.id)).toBe(true);
  expect(
    await daniel.send('POST', `${REQUESTS}/${made.id}/approval`, { version: 2, comment: 'Agreed.' }),
  ).toMatchObject({ status: 200, body: { status: 'pending-budget' } });
  expect(await daniel.send('POST', `${REQUESTS}/${made.id}/rejection`, { version: 2, comment: 'No.' })).toMatchObject({
    status: 409,
    body: { code: 'decided-meanwhile' },
  });
});

test('an old version is refused with the newer values, faults come all at once and in words', async ({
  playwright,
  baseURL,
}) => {
  const hannah = await api({ playwright, baseURL }, 'requester');
  const made = await draft(hannah);
  expect(await hannah.send('PATCH', `${REQUESTS}/${made.id}`, { version: 1, title: 'First' })).toMatchObject({
    status: 200,
    body: { version: 2 },
  });
  const stale = await hannah.send('PATCH', `${REQUESTS}/${made.id}`, { version: 1, title: 'Second' });
  expect(stale).toMatchObject({ status: 409, body: { code: 'stale-version', newer: { title: 'First', version: 2 } } });
  expect(stale.type).toContain('application/problem+json');
  const wrong = await hannah.send('PATCH', `${REQUESTS}/${made.id}`, {
    version: 2,
    title: '',
    lines: [{ description: 'x', quantity: -1, unit: 'Piece(s)', unitPriceE4: 1e15 }],
  });
  expect(wrong.status).toBe(422);
  expect(wrong.body.errors).toEqual(
    expect.arrayContaining([
      { path: 'title', code: 'required', message: 'Please fill in this field.' },
      { path: 'lines.0.quantity', code: 'not-above-zero', message: 'Please enter more than 0.' },
    ]),
  );
  expect((await hannah.send('PATCH', `${REQUESTS}/${made.id}`, { title: 'No version' })).status).toBe(422);
});

test('beyond reach is 404, without the right 403, signed out 401', async ({ playwright, baseURL }) => {
  const [hannah, farid, adam, nobody] = (await Promise.all(
    ['requester', 'requester2', 'nobody', null].map((name) => api({ playwright, baseURL }, name)),
  )) as [Api, Api, Api, Api];
  const { id } = await draft(hannah);
  for (const noun of [
    '',
    '/submission',
    '/withdrawal',
    '/approval',
    '/return',
    '/rejection',
    '/cancellation',
    '/copy',
  ]) {
    const method = noun === '' ? 'PATCH' : 'POST';
    const data = { version: 1, title: 'Mine now', comment: 'x', reason: 'x' };
    expect([noun, (await farid.send(method, `${REQUESTS}/${id}${noun}`, data)).status]).toEqual([noun, 404]);
    expect([noun, (await adam.send(method, `${REQUESTS}/${id}${noun}`, data)).status]).toEqual([noun, 403]);
    expect([noun, (await nobody.send(method, `${REQUESTS}/${id}${noun}`, data)).status]).toEqual([noun, 401]);
  }
  expect((await farid.get(`${REQUESTS}/${id}`)).status).toBe(404);
  expect((await hannah.get(REQUESTS)).status).toBe(403);
  expect((await hannah.get(`${REQUESTS}/not-an-id`)).status).toBe(404);
  const listed = (await farid.get('/api/purchasing/my-purchase-requests?perPage=100')).body.items;
  expect(listed.some((row: any) => row.id === id)).toBe(false);
});

test('several are done at once, and each is asked for itself', async ({ playwright, baseURL }) => {
  const hannah = await api({ playwright, baseURL }, 'requester');
  const [one, two] = [await draft(hannah), await draft(hannah)];
  await hannah.send('POST', `${REQUESTS}/${two.id}/submission`, { version: 1 });
  const answer = await hannah.send('POST', `${REQUESTS}/bulk`, {
    act: 'cancel',
    rows: [
      { id: one.id, version: 1 },
      { id: two.id, version: 2 },
    ],
  });
  expect(answer).toMatchObject({
    status: 200,
    body: { done: [one.id], refused: [{ id: two.id, code: 'reason-needed' }] },
  });
  expect(
    (await hannah.send('POST', `${REQUESTS}/bulk`, { act: 'approve', rows: [{ id: one.id, version: 1 }] })).status,
  ).toBe(422);
});

test('who may export gets the list as a file, or only the rows that were chosen', async ({ playwright, baseURL }) => {
  const [marie, hannah] = [
    await api({ playwright, baseURL }, 'finance'),
    await api({ playwright, baseURL }, 'requester'),
  ];
  const { body } = await marie.get(`${REQUESTS}?perPage=10`);
  const all = await marie.get(`${REQUESTS}/export?format=csv`);
  expect(all.status).toBe(200);
  expect(all.body.split('\r\n').length).toBeGreaterThan(10);
  const chosen = await marie.get(`${REQUESTS}/export?format=csv&row=${body.items[0].id}:1&row=${body.items[1].id}:1`);
  expect(chosen.body.trim().split('\r\n')).toHaveLength(3);
  expect((await hannah.get(`${REQUESTS}/export?format=csv`)).status).toBe(403);
});

test('who will be asked is said before anything is sent', async ({ playwright, baseURL }) => {
  const hannah = await api({ playwright, baseURL }, 'requester');
  const { departmentId } = await draft(hannah);
  const asked = async (netCents: number, more: object = {}) =>
    (
      await hannah.send('POST', '/api/purchasing/purchase-requests/expected', { departmentId, netCents, ...more })
    ).body.steps.map((step: any) => step.people.map((person: any) => person.fullName));
  expect(await asked(80_000)).toEqual([['Nurul Huda']]);
  expect(await asked(80_000, { purchasePath: 'emergency' })).toEqual([['Daniel Koh']]);
  expect(await asked(2_000_000)).toEqual([['Daniel Koh'], ['Marie Lau']]);
  expect(
    (await hannah.send('POST', '/api/purchasing/purchase-requests/expected', { departmentId: 'x', netCents: -1 }))
      .status,
  ).toBe(422);
});
