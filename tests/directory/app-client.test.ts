import { sql } from 'kysely';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { Ability, type Condition } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';
import { remindOwners } from '#lib/directory/app-client/reminders.server.ts';
import { revokeSecret, rotateSecret } from '#lib/directory/app-client/rotation.server.ts';
import { everyScope, isGrantable } from '#lib/access/tokens/client-scopes.ts';
import { newClientPage } from '#lib/directory/app-client/page.server.ts';
import { liveSecrets } from '#lib/directory/app-client/secrets.server.ts';
import { tokenResponse } from '#lib/directory/app-client/token-endpoint.server.ts';
import { actorOfClientToken } from '#lib/directory/app-client/token.server.ts';
import {
  createAppClient,
  getAppClient,
  resumeAppClient,
  revokeAppClient,
  suspendAppClient,
  updateAppClient,
} from '#lib/directory/app-client/app-client.server.ts';
import { departments } from '#lib/directory/department.server.ts';
import { getTeam } from '#lib/directory/team.server.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { department } from '#lib/directory/department.ts';
import { addStoredFile, openDownload, presignDownload } from '#lib/process/files/files.server.ts';
import { faultSentence } from '#lib/process/i18n/sentence.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import type { User } from '#lib/directory/user/user.ts';
import { db, pool } from '#lib/process/database/database.server.ts';
import { readDocument } from '#lib/documents/reading.server.ts';
import { purchaseRequestLife } from '#lib/purchasing/purchase-request/life.server.ts';
import { POST } from '../../src/pages/api/directory/app-clients/index.ts';
import { facts } from '#tests/access/people.ts';
import { pageOf } from '#tests/support/posted-page.ts';
import { refusal } from '#tests/support/refusal.ts';

// Siti administers the system. Helen audits: she reads everything. Hannah raises requests. Prakash keeps the stores.
let company: Company;
let siti: Actor;
let helen: Actor;
let hannah: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, helen, hannah] = (await Promise.all(['admin', 'auditor', 'requester'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
});

beforeEach(async () => {
  await sql`delete from rate_limits`.execute(db);
});

let count = 0;
const wish = (more: object = {}) => ({
  name: `Payroll ${(count += 1)}`,
  description: 'Reads departments for the payroll.',
  ownerUserId: company.userId('auditor'),
  departmentId: company.departmentId('MGT'),
  environment: 'live',
  scopes: ['Department:read'],
  requestsPerMinute: 60,
  tokenMinutes: 15,
  ...more,
});
const client = (more: object = {}, by = siti) => createAppClient(by, wish(more));
const basic = (id: string, secret: string) => `Basic ${btoa(`${id}:${secret}`)}`;

interface Asked {
  form?: Record<string, string>;
  headers?: Record<string, string>;
  query?: string;
  ip?: string;
}

async function ask({ form = {}, headers = {}, query = '', ip = '203.0.113.7' }: Asked) {
  const url = new URL(`http://garden.example/api/oauth/token${query}`);
  const request = new Request(url, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
    headers,
  });
  const { response } = await tokenResponse(request, url, facts(ip));
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, any> };
}
const tokenOf = async ({ clientId, secret }: { clientId: string; secret: string }, form: Record<string, string> = {}) =>
  (await ask({ headers: { authorization: basic(clientId, secret) }, form })).body.access_token as string;
const come = (token: string, ip = '203.0.113.7') => actorOfClientToken(token, facts(ip), () => {});
const refused = (act: Promise<unknown>) => refusal(act).then(({ status, code }) => `${status} ${code}`);

describe('an app client', () => {
  test('is made with a secret that is shown once, and stored as a hash alone', async () => {
    const made = await client();
    expect(made).toMatchObject({ status: 'active', version: 1 });
    expect(Buffer.from(made.secret.replace('gsec_', ''), 'base64url')).toHaveLength(32);
    const { rows } = await sql<{
      row: string;
    }>`select to_jsonb(s)::text as row from app_client_secrets s where app_client_id = ${made.id}`.execute(db);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.row).not.toContain(made.secret);
    expect(rows[0]!.row).toContain('$argon2id$');
    const { rows: logged } = await sql<{
      entry: string;
    }>`select to_jsonb(l)::text as entry from activity_log l where entity_id = ${made.id}`.execute(db);
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.map(({ entry }) => entry).join()).not.toContain(made.secret.slice(5));
    expect(JSON.stringify(await getAppClient(siti, made.id))).not.toContain('secret');
  });

  test('is made once by a request that comes twice; the second is told that the secret was shown before', async () => {
    const body = wish();
    const post = async (input: object = body): Promise<{ status: number; body: any }> => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'payroll-1' };
      const url = new URL('http://garden.example/api/directory/app-clients');
      const request = new Request(url, { method: 'POST', body: JSON.stringify(input), headers });
      const answer = (await POST({ request, url, params: {}, locals: { actor: siti } } as never)) as Response;
      return { status: answer.status, body: await answer.json() };
    };
    const { status, body: made } = await post();
    expect([status, made.secret]).toEqual([201, expect.stringMatching(/^gsec_/)]);
    const again = await refusal(post());
    expect(again).toMatchObject({
      status: 409,
      code: 'secret-shown-before',
      details: { params: { name: body.name, clientId: made.clientId }, more: { id: made.id, clientId: made.clientId } },
    });
    expect(translatorFor('en')(`refusals.${again.code}`, again.details.params)).toContain('Its secret was shown once');
    const { rows } = await sql`select 1 from app_client_secrets where app_client_id = ${made.id}`.execute(db);
    expect(rows).toHaveLength(1);
    expect(await refusal(post(wish()))).toMatchObject({ code: 'idempotency-key-reused' });
    expect((await rotateSecret(siti, { id: made.id, version: made.version }, { graceHours: 0 })).secret).toMatch(
      /^gsec_/,
    );
  });

  test('is made once by a form that is posted twice, whose second answer leads to the client', async () => {
    const { scopes, ...plain } = wish();
    const entries = {
      ...plain,
      scopes: scopes[0]!,
      requestsPerMinute: '60',
      tokenMinutes: '15',
      idempotencyKey: 'form-1',
    };
    const post = async () => {
      const page = pageOf('/directory/app-clients/create', { actor: siti, fields: entries });
      return { page, form: await newClientPage(page as never) };
    };
    const { form: first } = await post();
    expect([first.errors, first.made?.secret]).toEqual([[], expect.stringMatching(/^gsec_/)]);
    const { page, form: second } = await post();
    expect([second.made, second.done?.headers.get('location')]).toEqual([
      null,
      `/directory/app-clients/${first.made!.id}/show`,
    ]);
    expect(page.flashes[0]!.text).toContain('Its secret was shown once');
  });

  test('is given no more than its owner and its maker may both do', async () => {
    const faults = async (more: object, by = siti) =>
      (await refusal(client(more, by))).errors.map(({ path, code }) => `${path} ${code}`);
    expect(await faults({ ownerUserId: company.userId('requester'), scopes: ['Department:read'] })).toEqual([
      'scopes scope-not-owners',
    ]);
    expect(await faults({ scopes: ['PurchaseRequest:approve'] })).toEqual(['scopes no-such-scope']);
    expect(await faults({ scopes: ['User:read'] })).toEqual(['scopes no-such-scope']);
    expect(await faults({ scopes: ["Department:read'); drop table users; --"] })).toEqual(['scopes no-such-scope']);
    expect(await faults({ scopes: [] })).toEqual(['scopes required']);
    expect(await faults({ ownerUserId: company.userId('nobody') })).toEqual(['scopes scope-not-owners']);
    expect(await refused(client({}, hannah))).toBe('403 not-authorized');
    const mei: Actor = {
      ...hannah,
      ability: new (hannah.ability.constructor as typeof import('#lib/values/ability.ts').Ability)([
        { subject: 'AppClient', action: 'create', condition: 'none' },
      ]),
    };
    expect(await faults({}, mei)).toContain('scopes scope-not-yours');
  });

  test('what is refused is named in the words of the matrix', async () => {
    const [fault] = (
      await refusal(client({ ownerUserId: company.userId('requester'), scopes: ['Department:read', 'Address:read'] }))
    ).errors;
    expect(faultSentence(translatorFor('en'), fault!)).toBe(
      'The owner does not have these rights: Departments: Read, Addresses: Read.',
    );
    expect(faultSentence(translatorFor('en'), { code: 'no-such-scope', params: { scopes: 'Moon:walk' } })).toBe(
      'This cannot be granted to app clients: Moon:walk.',
    );
  });

  test('of a decision, a payment, people or roles there is no scope', () => {
    const scopes = everyScope();
    expect(scopes.length).toBeGreaterThan(100);
    expect(
      scopes.filter((scope) =>
        /:(approve|release|award|verify-bank|update-bank)$|^(User|Role|Auth|AppClient|UserCreationRequest|MailOutbox):/.test(
          scope,
        ),
      ),
    ).toEqual([]);
    expect(isGrantable('VendorPayment', 'release')).toBe(false);
    expect(isGrantable('VendorPayment', 'read')).toBe(true);
  });

  test('reaches no further than its maker, and its secret goes to nobody who reaches less', async () => {
    const held = (condition: Condition, more: Partial<Actor> = {}): Actor => ({
      ...siti,
      allEntities: false,
      businessEntityIds: [company.entityId],
      ...more,
      ability: new Ability([
        ...['create', 'rotate-secret'].map((action) => ({ subject: 'AppClient', action, condition: 'none' as const })),
        { subject: 'PurchaseRequest', action: 'read', condition },
      ]),
    });
    const all = { ownerUserId: siti.id, scopes: ['PurchaseRequest:read'], businessEntityIds: [company.entityId] };
    const maker = { ...all, ownerUserId: company.userId('auditor') };
    const faults = async (by: Actor) =>
      (await refusal(client(maker, by))).errors.map(({ path, code }) => `${path} ${code}`);
    const mei = { id: hannah.id };
    expect(await faults(held('own', mei))).toEqual(['scopes scope-not-yours']);
    expect(await faults(held('department', mei))).toEqual(['scopes scope-not-yours']);
    const made = await client(maker, held('none', mei));
    expect(await refused(rotateSecret(held('own', mei), made, {}))).toBe('403 scopes-not-yours');
    expect(await refused(rotateSecret(held('none', { ...mei, businessEntityIds: [] }), made, {}))).toBe(
      '403 scopes-not-yours',
    );
    expect((await rotateSecret(held('none', mei), made, {})).secret).toMatch(/^gsec_/);
    const wide = await client({ ...all, businessEntityIds: [] });
    expect(await refused(rotateSecret(held('none', mei), wide, {}))).toBe('403 scopes-not-yours');
  });

  test('is asked who makes it, and says so before anything is made', async () => {
    const old: Actor = { ...siti, hasProvedIdentity: false };
    expect(await refused(client({}, old))).toBe('403 step-up-needed');
    const made = await client();
    expect(await refused(rotateSecret(old, made, {}))).toBe('403 step-up-needed');
    expect(await liveSecrets(db, made.id)).toHaveLength(1);
  });

  test('nor is its reach changed without that; its name is', async () => {
    const old: Actor = { ...siti, hasProvedIdentity: false };
    const made = await client();
    for (const more of [
      { scopes: ['Department:read', 'Team:read'] },
      { ownerUserId: hannah.id },
      { networks: [{ network: '203.0.113.0/24', note: null }] },
    ])
      expect(await refused(updateAppClient(old, made, more))).toBe('403 step-up-needed');
    expect(await updateAppClient(old, made, { name: 'Payroll of the garden' })).toMatchObject({
      name: 'Payroll of the garden',
      scopes: made.scopes,
    });
  });

  test('leaves in the log what was changed of it, the life of its tokens too', async () => {
    const made = await client();
    await updateAppClient(siti, made, {
      tokenMinutes: 5,
      scopes: ['Department:read', 'Team:read'],
      networks: [{ network: '203.0.113.7', note: 'Server' }],
    });
    const { changedFields, before, after } = await db
      .selectFrom('activityLog')
      .select(['changedFields', 'before', 'after'])
      .where('entityId', '=', made.id)
      .where('eventCode', '=', 'app-client.updated')
      .executeTakeFirstOrThrow();
    expect(changedFields.toSorted()).toEqual(['networks', 'scopes', 'tokenMinutes']);
    expect([before?.['tokenMinutes'], after?.['tokenMinutes']]).toEqual([15, 5]);
    expect(after?.['scopes']).toEqual(['Department:read', 'Team:read']);
    expect(await updateAppClient(siti, await getAppClient(siti, made.id), { tokenMinutes: 5 })).toMatchObject({
      version: 2,
    });
  });

  test('is counted by all processes together', async () => {
    const made = await client({ requestsPerMinute: 5 });
    const token = await tokenOf(made);
    // Another process has another limiter over the same counts, as one with another name of the same limit has.
    const elsewhere = new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: 'app-client',
      points: 5,
      duration: 60,
    });
    await come(token);
    for (let turn = 0; turn < 4; turn += 1) await elsewhere.consume(made.id);
    expect(await refused(come(token))).toBe('429 too-many-requests');
  });

  test('keeps networks as they are, and refuses what is none', async () => {
    const made = await client({
      networks: [
        { network: '203.0.113.77/24', note: 'Office' },
        { network: '2001:db8::/32' },
        { network: '198.51.100.4' },
      ],
    });
    expect((await getAppClient(siti, made.id)).networks).toEqual([
      { network: '203.0.113.0/24', note: 'Office' },
      { network: '2001:db8::/32', note: null },
      { network: '198.51.100.4', note: null },
    ]);
    for (const network of [
      '203.0.113.0/33',
      '300.1.1.1',
      'garden.example',
      '2001:db8::/129',
      '::ffff:1.2.3.4.5',
      "1.1.1.1'; --",
      '10.0.0.0/8/8',
    ]) {
      expect((await refusal(client({ networks: [{ network }] }))).errors, network).toMatchObject([
        { path: 'networks.0.network', code: 'not-a-network' },
      ]);
    }
  });
});

describe('a token', () => {
  test('is given for the secret, by HTTP Basic or by the form, and lets in with the scopes alone', async () => {
    const made = await client({ scopes: ['Department:read', 'Address:read'] });
    const answer = await ask({
      headers: { authorization: basic(made.clientId, made.secret) },
      form: { scope: 'Department:read' },
    });
    expect(answer).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: 'Department:read' } });
    expect(answer.body.expires_in).toBeGreaterThan(890);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const actor = await come(answer.body.access_token);
    expect(actor).toMatchObject({ type: 'app-client', id: helen.id, fullName: made.name, client: { id: made.id } });
    expect(actor.ability.can('Department', 'read')).toBe(true);
    expect(actor.ability.can('Address', 'read')).toBe(false);
    expect(
      (await departments.list(actor, readListQuery(department, new URLSearchParams()))).items.length,
    ).toBeGreaterThan(0);
    expect(await refused(getTeam(actor, made.id))).toBe('403 not-authorized');
    const byForm = await ask({ form: { client_id: made.clientId, client_secret: made.secret } });
    expect(byForm.body.scope.split(' ').sort()).toEqual(['Address:read', 'Department:read']);
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from app_client_tokens t`.execute(db);
    expect(rows.map(({ row }) => row).join()).not.toContain(answer.body.access_token);
  });

  test('is refused in the words of the standard', async () => {
    const made = await client({ networks: [{ network: '203.0.113.0/24' }] });
    const right = { authorization: basic(made.clientId, made.secret) };
    const cases: [string, Asked, number, string][] = [
      ['no client', {}, 401, 'invalid_client'],
      ['an unknown client', { headers: { authorization: basic('app_nobody', made.secret) } }, 401, 'invalid_client'],
      [
        'a wrong secret',
        { headers: { authorization: basic(made.clientId, `${made.secret.slice(0, -5)}x${made.secret.slice(-4)}`) } },
        401,
        'invalid_client',
      ],
      ['from elsewhere', { headers: right, ip: '198.51.100.9' }, 401, 'invalid_client'],
      ['from no address', { headers: right, ip: "1' or '1'='1" }, 401, 'invalid_client'],
      ['another grant', { headers: right, form: { grant_type: 'password' } }, 400, 'unsupported_grant_type'],
      ['no grant', { headers: right, form: { grant_type: '' } }, 400, 'invalid_request'],
      ['SQL for a scope', { headers: right, form: { scope: "Department:read' or 1=1 --" } }, 400, 'invalid_scope'],
      ['a scope of others', { headers: right, form: { scope: 'Address:read' } }, 400, 'invalid_scope'],
      ['a scope with a quote', { headers: right, form: { scope: '"' } }, 400, 'invalid_scope'],
      ['blanks for a scope', { headers: right, form: { scope: '   ' } }, 400, 'invalid_scope'],
      [
        'two proofs',
        { headers: right, form: { client_id: made.clientId, client_secret: made.secret } },
        400,
        'invalid_request',
      ],
      ['two clients', { headers: right, form: { client_id: 'app_other' } }, 400, 'invalid_request'],
      [
        'the secret in the address',
        { query: `?client_id=${made.clientId}&client_secret=${made.secret}` },
        400,
        'invalid_request',
      ],
      ['no Basic', { headers: { authorization: 'Bearer x' } }, 401, 'invalid_client'],
      ['Basic without a colon', { headers: { authorization: `Basic ${btoa('abc')}` } }, 401, 'invalid_client'],
      ['a huge header', { headers: { authorization: `Basic ${'A'.repeat(7_000)}` } }, 401, 'invalid_client'],
      ['a null byte', { headers: { authorization: basic('app_\0', 'x\0y') } }, 401, 'invalid_client'],
      ['a body that is no form', { headers: { ...right, 'content-type': 'application/json' } }, 400, 'invalid_request'],
      ['a body that never ends', { headers: right, form: { scope: 'x'.repeat(20_000) } }, 400, 'invalid_request'],
    ];
    for (const [what, asked, status, error] of cases) {
      const answer = await ask(asked);
      expect([what, answer.status, answer.body.error]).toEqual([what, status, error]);
      expect(answer.body.error_description).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.has('www-authenticate')).toBe(status === 401);
    }
    expect((await ask({ headers: right })).status).toBe(200);
    expect((await ask({ headers: right, ip: '::ffff:203.0.113.20' })).status).toBe(200);
  });

  test('takes as long to be refused for a wrong secret as for a name that nobody has', async () => {
    const made = await client();
    const took = async (name: string, secret: string): Promise<number> => {
      const start = performance.now();
      await ask({ headers: { authorization: basic(name, secret) } });
      return performance.now() - start;
    };
    await took('app_warm', 'x');
    const quickest = { unknown: Infinity, sameEnd: Infinity, otherEnd: Infinity };
    for (let turn = 0; turn < 8; turn += 1) {
      quickest.unknown = Math.min(quickest.unknown, await took('app_nobody', made.secret));
      quickest.sameEnd = Math.min(quickest.sameEnd, await took(made.clientId, `gsec_wrong${made.secret.slice(-4)}`));
      quickest.otherEnd = Math.min(quickest.otherEnd, await took(made.clientId, 'gsec_wrong!!!!'));
    }
    // Without a hash to check the answer would come in a tenth of the time.
    for (const known of [quickest.sameEnd, quickest.otherEnd])
      expect(Math.max(known, quickest.unknown) / Math.min(known, quickest.unknown)).toBeLessThan(2);
  });

  test('stops guesses from one address, and no others', async () => {
    const made = await client();
    const answers: number[] = [];
    for (let turn = 0; turn < 31; turn += 1)
      answers.push((await ask({ headers: { authorization: basic('app_guess', 'x') }, ip: '192.0.2.66' })).status);
    expect(answers.slice(0, 30).every((status) => status === 401)).toBe(true);
    const last = await ask({ headers: { authorization: basic(made.clientId, made.secret) }, ip: '192.0.2.66' });
    expect(last).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } });
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask({ headers: { authorization: basic(made.clientId, made.secret) } })).status).toBe(200);
  });

  test('ends with whatever it came from, at the very next call', async () => {
    const made = await client();
    const token = await tokenOf(made);
    const ends = async (how: () => Promise<unknown>, back: () => Promise<unknown>) => {
      expect((await come(token)).client!.id).toBe(made.id);
      await how();
      expect(await refused(come(token))).toBe('401 invalid-token');
      await back();
    };
    const version = async () => getAppClient(siti, made.id);
    await ends(
      async () => suspendAppClient(siti, await version()),
      async () => resumeAppClient(siti, await version()),
    );
    const owner = (status: User['status']) => () =>
      db.updateTable('users').set({ status }).where('id', '=', helen.id).execute();
    await ends(owner('suspended'), owner('active'));
    const lasts = (day: string | null) => () =>
      sql`update app_clients set expires_on = ${day} where id = ${made.id}`.execute(db);
    await ends(lasts('2020-01-01'), lasts(null));
    const expired = (how: string) => () =>
      sql`update app_client_tokens set expires_at = now() + ${how}::interval where app_client_id = ${made.id}`.execute(
        db,
      );
    await ends(expired('-1 second'), expired('5 minutes'));
    await ends(
      async () => rotateSecret(siti, await version(), { graceHours: 0 }),
      async () => {},
    );
  });

  test('carries what the owner may do now, and not what they could when it was given', async () => {
    const made = await client({
      ownerUserId: company.userId('stores'),
      scopes: ['Address:read', 'InventoryItem:read'],
    });
    const token = await tokenOf(made);
    expect((await come(token)).ability.can('Address', 'read')).toBe(true);
    await sql`delete from role_permissions where subject = 'Address' and role_id in (select id from roles where code = 'STORE-KEEPER')`.execute(
      db,
    );
    const now = await come(token);
    expect([now.ability.can('Address', 'read'), now.ability.can('InventoryItem', 'read')]).toEqual([false, true]);
    expect(
      (await ask({ headers: { authorization: basic(made.clientId, made.secret) }, form: { scope: 'Address:read' } }))
        .body.error,
    ).toBe('invalid_scope');
    expect((await ask({ headers: { authorization: basic(made.clientId, made.secret) } })).body.scope).toBe(
      'InventoryItem:read',
    );
    await updateAppClient(siti, await getAppClient(siti, made.id), { scopes: ['Address:read'] });
    expect((await come(token)).ability.can('InventoryItem', 'read')).toBe(false);
    await sql`update user_credentials set must_change = true where user_id = ${company.userId('stores')}`.execute(db);
    expect(await refused(come(token))).toBe('403 owner-not-ready');
    await sql`update user_credentials set must_change = false where user_id = ${company.userId('stores')}`.execute(db);
  });

  test('reaches the companies of its client, and no others of its owner', async () => {
    const {
      rows: [other],
    } = await sql<{ id: string }>`select id from business_entities where short_code = 'SCS'`.execute(db);
    const { id } = await draftRequest(hannah, company);
    const scopes = ['PurchaseRequest:show', 'PurchaseRequest:read'];
    const narrowed = await come(
      await tokenOf(await client({ ownerUserId: siti.id, scopes, businessEntityIds: [other!.id] })),
    );
    expect([narrowed.allEntities, narrowed.businessEntityIds]).toEqual([false, [other!.id]]);
    expect(await refused(readDocument(narrowed, purchaseRequestLife, id))).toBe('404 not-found');
    const wide = await come(await tokenOf(await client({ ownerUserId: siti.id, scopes })));
    expect([wide.allEntities, wide.businessEntityIds]).toEqual([siti.allEntities, siti.businessEntityIds]);
    expect((await readDocument(wide, purchaseRequestLife, id)).id).toBe(id);
  });

  test('is limited to so many calls a minute, and is told when to come again', async () => {
    const made = await client({ requestsPerMinute: 3 });
    const token = await tokenOf(made);
    const left: (number | undefined)[] = [];
    const call = () =>
      actorOfClientToken(token, facts(), (begun) => queueMicrotask(() => left.push(begun.limit?.left)));
    for (let turn = 0; turn < 3; turn += 1) await call();
    const fourth = await refusal(call());
    expect(fourth).toMatchObject({ status: 429, code: 'too-many-requests' });
    expect(fourth.details.retryAfter).toBeGreaterThan(0);
  });

  test('comes from the allowed addresses only, and the limit counts what is refused', async () => {
    const made = await client({ networks: [{ network: '203.0.113.0/24' }, { network: '2001:db8::/32' }] });
    const token = await tokenOf(made);
    expect((await come(token, '203.0.113.250')).client!.id).toBe(made.id);
    expect((await come(token, '2001:db8:77::1')).client!.id).toBe(made.id);
    for (const ip of ['203.0.114.1', '2001:db9::1', 'unknown', ''])
      expect([ip, await refused(come(token, ip))]).toEqual([ip, '403 address-not-allowed']);
  });
});

describe('a secret', () => {
  test('is changed over with a grace, in which both are good', async () => {
    const made = await client();
    const next = await rotateSecret(siti, made, { graceHours: 24 });
    const [young, old] = await liveSecrets(db, made.id);
    expect((Date.parse(old!.expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    expect((Date.parse(young!.expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(365, 1);
    for (const secret of [made.secret, next.secret])
      expect((await ask({ headers: { authorization: basic(made.clientId, secret) } })).status).toBe(200);
    expect(await refused(rotateSecret(siti, next, {}))).toBe('409 two-secrets-live');
    expect(await refused(rotateSecret(siti, next, { graceHours: 169 }))).toBe('422 invalid-input');
    expect(await refused(rotateSecret(siti, next, { graceHours: -1 }))).toBe('422 invalid-input');
    const atOnce = await rotateSecret(siti, next, { graceHours: 0 });
    expect(await liveSecrets(db, made.id)).toHaveLength(1);
    for (const [secret, status] of [
      [made.secret, 401],
      [next.secret, 401],
      [atOnce.secret, 200],
    ] as const)
      expect((await ask({ headers: { authorization: basic(made.clientId, secret) } })).status).toBe(status);
  });

  test('of two may be revoked with its tokens, the only one may not', async () => {
    const made = await client();
    const [only] = await liveSecrets(db, made.id);
    expect(await refused(revokeSecret(siti, made, only!.id))).toBe('409 only-live-secret');
    const token = await tokenOf(made);
    const next = await rotateSecret(siti, made, {});
    const after = await revokeSecret(siti, next, only!.id);
    expect(await refused(come(token))).toBe('401 invalid-token');
    expect(await refused(revokeSecret(siti, after, only!.id))).toBe('409 secret-ended');
    expect(await refused(revokeSecret(siti, after, made.id))).toBe('404 not-found');
    expect(await refused(revokeSecret(helen, after, only!.id))).toBe('403 not-authorized');
  });

  test('is made by one of two who rotate at once', async () => {
    const made = await client();
    const both = await Promise.allSettled([rotateSecret(siti, made, {}), rotateSecret(siti, made, {})]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((both.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason).toMatchObject({
      code: 'stale-version',
    });
    expect(await liveSecrets(db, made.id)).toHaveLength(2);
  });

  test('gives no token that lives on when the client is revoked in that moment', async () => {
    const made = await client();
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => ask({ headers: { authorization: basic(made.clientId, made.secret) } })),
      revokeAppClient(siti, made).then(() => null),
    ]);
    const tokens = answers.flatMap((answer) => (answer?.status === 200 ? [answer.body.access_token as string] : []));
    for (const token of tokens) expect(await refused(come(token))).toBe('401 invalid-token');
    expect((await ask({ headers: { authorization: basic(made.clientId, made.secret) } })).body.error).toBe(
      'invalid_client',
    );
    expect(await refused(rotateSecret(siti, await getAppClient(siti, made.id), {}))).toBe('409 app-client-revoked');
    expect(await refused(updateAppClient(siti, await getAppClient(siti, made.id), { name: 'Again' }))).toBe(
      '409 app-client-revoked',
    );
  });

  test('is not older than a year, whoever writes it', async () => {
    const made = await client();
    await expect(
      sql`update app_client_secrets set expires_at = created_at + interval '366 days' where app_client_id = ${made.id}`.execute(
        db,
      ),
    ).rejects.toThrow(/check/);
  });
});

test('owners hear once of an old secret, of one that ends soon and of a client that nobody uses', async () => {
  await sql`update app_clients set last_used_at = now()`.execute(db);
  const [old, ending, unused, fresh] = [await client(), await client(), await client(), await client()];
  await sql`update app_client_secrets set created_at = now() - interval '91 days', expires_at = now() + interval '274 days' where app_client_id = ${old.id}`.execute(
    db,
  );
  await sql`update app_client_secrets set created_at = now() - interval '355 days', expires_at = now() + interval '10 days' where app_client_id = ${ending.id}`.execute(
    db,
  );
  await sql`update app_clients set last_used_at = now() - interval '61 days' where id = ${unused.id}`.execute(db);
  expect(await remindOwners()).toEqual({ reminders: 3 });
  const notified = await db
    .selectFrom('notifications')
    .select(['event', 'entityId', 'userId'])
    .where('event', 'like', 'app-client.%')
    .execute();
  expect(notified.map(({ event, entityId }) => `${event} ${entityId}`).sort()).toEqual(
    [`app-client.ending ${ending.id}`, `app-client.old ${old.id}`, `app-client.unused ${unused.id}`].sort(),
  );
  expect(notified.every(({ userId, entityId }) => userId === helen.id && entityId !== fresh.id)).toBe(true);
  expect(await remindOwners()).toEqual({ reminders: 0 });
});

test('a client reads no file of its owner that its own scopes do not reach', async () => {
  const plan = await addStoredFile(helen, 'vault-plan.txt', new TextEncoder().encode('Where the vault is'));
  const asked = new URLSearchParams();
  expect((await openDownload(helen, plan.storageKey, asked)).fileName).toBe('vault-plan.txt');
  const payroll = await come(await tokenOf(await client({ scopes: ['Department:read'] })));
  expect(payroll.id).toBe(helen.id);
  expect(await refused(openDownload(payroll, plan.storageKey, asked))).toBe('404 not-found');
  expect(await refused(presignDownload(payroll, { fileName: plan.storageKey }))).toBe('404 not-found');
});

test('the limits of a client are widened only by whoever holds its scopes; anybody with the right narrows them', async () => {
  const office = [{ network: '203.0.113.0/24', note: 'Office' }];
  const made = await client({ scopes: ['Department:read'], networks: office, expiresOn: '2099-01-01' });
  const clerk: Actor = {
    ...hannah,
    ability: new Ability([{ subject: 'AppClient', action: 'update', condition: 'none' }]),
  };
  const known = await getAppClient(siti, made.id);
  for (const wider of [
    { networks: [] },
    { networks: [...office, { network: '198.51.100.7/32', note: 'Elsewhere' }] },
    { requestsPerMinute: 600 },
    { tokenMinutes: 60 },
    { expiresOn: null },
  ])
    expect(await refused(updateAppClient(clerk, known, wider)), JSON.stringify(wider)).toBe('403 scopes-not-yours');
  const narrower = await updateAppClient(clerk, known, { requestsPerMinute: 10, networks: office });
  expect(await updateAppClient(siti, narrower, { requestsPerMinute: 90, networks: [] })).toMatchObject({
    requestsPerMinute: 90,
  });
});
