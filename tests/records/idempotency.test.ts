import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import '#lib/modules.server.ts';
import { runJob } from '#lib/administration/jobs/jobs.server.ts';
import { approvalDelegation } from '#lib/approvals/delegation/approval-delegation.ts';
import { createDelegation } from '#lib/approvals/delegation/delegation.server.ts';
import { address } from '#lib/directory/address.ts';
import { createAddress } from '#lib/directory/address.server.ts';
import { department } from '#lib/directory/department.ts';
import { actEndpoint } from '#lib/documents/act-endpoint.server.ts';
import { postedAct } from '#lib/documents/posted-act.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { purchaseRequestLife } from '#lib/purchasing/purchase-request/life.server.ts';
import { purchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import { purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { createEndpoint } from '#lib/records/create-endpoint.server.ts';
import { formPost } from '#lib/records/form/form.server.ts';
import { makeOnce } from '#lib/records/idempotency.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { pageOf } from '#tests/support/posted-page.ts';
import { refusal } from '#tests/support/refusal.ts';

// Hannah and Farid write requests, Siti keeps the addresses. Their connections are slow, and they press twice.
let company: Company;
let hannah: Actor;
let farid: Actor;
let siti: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [hannah, farid, siti] = (await Promise.all(['requester', 'requester2', 'admin'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
});

const gate = { kind: 'delivery', street: 'Lim Chu Kang Lane', postalCode: '718850', country: 'Singapore' };
let count = 0;
const newKey = () => `key-${(count += 1)}`;
const titled = (title: string) => ({ title });
const onceOf = (key: string | null, content: object) => ({ of: purchaseRequest, key, content });
/** Nothing of a request is its own, so that nothing but the key keeps two from being made. */
const make = (actor: Actor, key: string | null, content: { title: string; purpose?: string }) =>
  makeOnce(actor, onceOf(key, content), (by) => draftRequest(by, company, content));
const standing = async (title: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) from purchase_requests where title = ${title}`.execute(
    db,
  );
  return Number(rows[0]!.count);
};

/** Makes a request whose transaction ends only when it is let go; `refuse` ends it without one. */
function slowly(actor: Actor, key: string, content: { title: string }) {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: end, resolve: letGo, reject: refuse } = Promise.withResolvers<void>();
  const made = makeOnce(actor, onceOf(key, content), (by) =>
    transaction(async (tx) => {
      const row = await draftRequest(by, company, content, tx);
      begin();
      await end;
      return row;
    }),
  );
  return { made, begun, letGo, refuse };
}

/** Until somebody waits for what another transaction holds. */
async function somebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db);
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('the same post with one key', () => {
  test('makes one record, and is answered by it', async () => {
    const key = newKey();
    const first = await make(hannah, key, { title: 'North gate', purpose: 'One of two.' });
    const again = await make(hannah, key, { purpose: 'One of two.', title: 'North gate' });
    expect(again).toMatchObject({ id: first.id, title: first.title, version: 1 });
    expect(await standing('North gate')).toBe(1);
  });

  test('makes one record when eight come at the same moment', async () => {
    const key = newKey();
    const made = await Promise.all(Array.from({ length: 8 }, () => make(hannah, key, titled('East gate'))));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await standing('East gate')).toBe(1);
  });

  test('waits while the first is still being made', async () => {
    const key = newKey();
    const first = slowly(hannah, key, titled('Slow gate'));
    await first.begun;
    const second = make(hannah, key, titled('Slow gate'));
    await somebodyWaits();
    first.letGo();
    expect((await second).id).toBe((await first.made).id);
    expect(await standing('Slow gate')).toBe(1);
  });

  test('is made by the second when the first was refused after all', async () => {
    const key = newKey();
    const first = slowly(hannah, key, titled('Second gate'));
    await first.begun;
    const second = make(hannah, key, titled('Second gate'));
    await somebodyWaits();
    first.refuse(new Error('the power fails'));
    const [answered, made] = await Promise.all([
      first.made.then(
        ({ id }) => id,
        (error: Error) => error.message,
      ),
      second,
    ]);
    expect(made).toMatchObject({ title: 'Second gate' });
    // The first is answered with its failure, or with what the second has made by then; it has made nothing itself.
    expect(answered).toBeOneOf(['the power fails', made.id]);
    expect(await standing('Second gate')).toBe(1);
  });

  test('is told to come again when the first takes long, and that makes one', async () => {
    const key = newKey();
    const first = slowly(hannah, key, titled('Heavy gate'));
    await first.begun;
    expect(await refusal(make(hannah, key, titled('Heavy gate')))).toMatchObject({
      code: 'idempotency-key-in-use',
      status: 409,
    });
    first.letGo();
    expect((await make(hannah, key, titled('Heavy gate'))).id).toBe((await first.made).id);
  });

  test('makes two records with two keys, and without any', async () => {
    await make(hannah, newKey(), titled('Twin gate'));
    await make(hannah, newKey(), titled('Twin gate'));
    await make(hannah, null, titled('Twin gate'));
    await make(hannah, null, titled('Twin gate'));
    expect(await standing('Twin gate')).toBe(4);
  });

  test('is refused by its entries as often as they are wrong, and the key is still good', async () => {
    const key = newKey();
    for (const _ of [1, 2])
      expect(await refusal(make(hannah, key, titled('')))).toMatchObject({ code: 'invalid-input' });
    expect(await make(hannah, key, titled('Put right'))).toMatchObject({ title: 'Put right' });
  });
});

describe('a key', () => {
  test('with other values is refused, whether the first has ended or not', async () => {
    const key = newKey();
    await make(hannah, key, titled('West gate'));
    expect(await refusal(make(hannah, key, titled('Best gate')))).toMatchObject({
      code: 'idempotency-key-reused',
      status: 422,
    });
    const other = newKey();
    const first = slowly(hannah, other, titled('Long gate'));
    await first.begun;
    const second = refusal(make(hannah, other, titled('Short gate')));
    await somebodyWaits();
    first.letGo();
    await first.made;
    expect(await second).toMatchObject({ code: 'idempotency-key-reused' });
    expect([await standing('Best gate'), await standing('Short gate')]).toEqual([0, 0]);
  });

  test('is the person’s own, and of one kind of record', async () => {
    const key = newKey();
    const one = await make(hannah, key, titled('Shared gate'));
    const two = await make(farid, key, titled('Shared gate'));
    expect(two.id).not.toBe(one.id);
    const content = {
      fromAt: '2099-01-01T00:00:00Z',
      toAt: '2099-01-08T00:00:00Z',
      toUserId: company.userId('head'),
      reason: 'Annual leave',
    };
    const named = () =>
      makeOnce(hannah, { of: approvalDelegation, key, content }, (by) => createDelegation(by, content));
    expect((await named()).id).toBe((await named()).id);
  });

  test('of a program is not that of its owner', async () => {
    const key = newKey();
    const clientId = await anyClient();
    const program: Actor = { ...hannah, type: 'app-client', client: { id: clientId, clientId: 'app_gates' } };
    const [own, its, again] = [
      await make(hannah, key, titled('Program gate')),
      await make(program, key, titled('Program gate')),
      await make(program, key, titled('Program gate')),
    ];
    expect([its.id === own.id, again.id === its.id]).toEqual([false, true]);
  });

  test('that made what nobody finds any more is used up', async () => {
    const draft = await draftRequest(hannah, company);
    const once = onceOf(newKey(), {});
    const copy = () => makeOnce(hannah, once, (by) => purchaseRequestLife.operation('copy')(by, draft));
    await purchaseRequests.remove(hannah, await copy());
    expect(await refusal(copy())).toMatchObject({ code: 'idempotency-key-reused' });
  });

  test('is forgotten after a day, not before', async () => {
    const [young, old] = [newKey(), newKey()];
    const made = [await make(hannah, young, titled('Young')), await make(hannah, old, titled('Old'))];
    await sql`update idempotency_keys set created_at = now() - interval '23 hours' where key = ${young}`.execute(db);
    await sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = ${old}`.execute(db);
    expect(await runJob('idempotency-keys', 'schedule')).toMatchObject({ outcome: 'done', result: { keys: 1 } });
    expect((await make(hannah, young, titled('Young'))).id).toBe(made[0]!.id);
    expect((await make(hannah, old, titled('Old'))).id).not.toBe(made[1]!.id);
  });
});

test('further records of the kind that come with the first are made with it, and none of them twice', async () => {
  const key = newKey();
  const both = () =>
    makeOnce(hannah, onceOf(key, {}), (by) =>
      transaction(async (tx) => {
        const first = await draftRequest(by, company, titled('A pair of gates'), tx);
        await draftRequest(by, company, titled('A pair of gates'), tx);
        return first;
      }),
    );
  expect((await both()).id).toBe((await both()).id);
  expect(await standing('A pair of gates')).toBe(2);
});

describe('by the API', () => {
  const posted = async (key: string | null, body: object): Promise<{ status: number; body: any }> => {
    const POST = createEndpoint(purchaseRequest, ({ actor, input }) => draftRequest(actor, company, input));
    const headers = { 'content-type': 'application/json', ...(key !== null && { 'idempotency-key': key }) };
    const request = new Request('http://garden.example/api/purchasing/purchase-requests', {
      method: 'POST',
      body: JSON.stringify(body),
      headers,
    });
    const answer = (await POST(contextOf(hannah, request, {}))) as Response;
    return { status: answer.status, body: await answer.json() };
  };

  test('the header makes equal requests one, in quotes or without', async () => {
    const key = newKey();
    const first = await posted(key, titled('Header gate'));
    expect(first).toMatchObject({ status: 201, body: { title: 'Header gate', version: 1 } });
    const again = await posted(`"${key}"`, titled('Header gate'));
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id, title: 'Header gate' } });
    expect((await posted(null, titled('Header gate'))).body.id).not.toBe(first.body.id);
  });

  test('a key that is empty or too long is no key, and nothing is made', async () => {
    for (const key of ['', '""', 'k'.repeat(256)])
      expect(await refusal(posted(key, titled('No gate')))).toMatchObject({
        code: 'idempotency-key-invalid',
        status: 400,
      });
    expect(await standing('No gate')).toBe(0);
    expect((await posted('k'.repeat(255), titled('No gate'))).status).toBe(201);
  });

  test('a copy is made once too, of each document', async () => {
    const { POST } = actEndpoint(purchaseRequestLife);
    const drafts = [await draftRequest(hannah, company), await draftRequest(hannah, company)];
    const key = newKey();
    const copied = async ({ id }: { id: string }) => {
      const request = new Request(`http://garden.example/${id}/copy`, {
        method: 'POST',
        headers: { 'idempotency-key': key },
      });
      return ((await POST(contextOf(hannah, request, { id, act: 'copy' }))) as Response).json() as Promise<any>;
    };
    const first = await copied(drafts[0]!);
    expect(first.copiedFromId).toBe(drafts[0]!.id);
    expect((await copied(drafts[0]!)).id).toBe(first.id);
    expect(await refusal(copied(drafts[1]!))).toMatchObject({ code: 'idempotency-key-reused' });
  });
});

describe('by a form', () => {
  const labelled = (label: string) => ({ ...gate, label });
  const labelledSo = async (label: string): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*) from addresses where label = ${label}`.execute(db);
    return Number(rows[0]!.count);
  };
  const PLACE = '/directory/addresses/create';
  const send = async (fields?: Record<string, string>) => {
    const page = pageOf(PLACE, { actor: siti, ...(fields && { fields }) });
    const form = await formPost(page, address, createAddress, { redirect: ({ id }) => `/directory/addresses/${id}` });
    return { page, form, to: form.done?.headers.get('location') };
  };

  test('a new one has a new key each time it is opened; one that changes a record has none', async () => {
    const [one, two] = [(await send()).form.idempotencyKey, (await send()).form.idempotencyKey];
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect(two).not.toBe(one);
    const page = pageOf('/directory/departments/1/edit', { actor: siti });
    const record = { id: company.departmentId('OPS'), version: 1, status: 'active' };
    const changed = await formPost(page, department, async () => record, { redirect: '/', initial: record });
    expect(changed.idempotencyKey).toBeNull();
  });

  test('posted twice makes one record and leads to it both times', async () => {
    const fields = { ...labelled('Form gate'), idempotencyKey: (await send()).form.idempotencyKey! };
    const [one, two] = await Promise.all([send(fields), send(fields)]);
    expect(one.to).toMatch(/^\/directory\/addresses\/[0-9a-f-]{36}$/);
    expect(two.to).toBe(one.to);
    expect(await labelledSo('Form gate')).toBe(1);
  });

  test('has the same key while its entries are refused', async () => {
    const key = (await send()).form.idempotencyKey!;
    expect((await send({ ...labelled(''), idempotencyKey: key })).form.idempotencyKey).toBe(key);
    expect((await send({ ...labelled('Kept key'), idempotencyKey: key })).to).toBeTruthy();
  });

  test('gone back to and saved with other entries says so, and makes another one when it is saved again', async () => {
    const key = (await send()).form.idempotencyKey!;
    await send({ ...labelled('Before going back'), idempotencyKey: key });
    const { page, form } = await send({ ...labelled('After going back'), idempotencyKey: key });
    expect(page.response.status).toBe(422);
    expect(form.problem).toContain('already been saved');
    expect(form.values).toMatchObject({ label: 'After going back' });
    expect(form.idempotencyKey).not.toBe(key);
    const saved = await send({ ...labelled('After going back'), idempotencyKey: form.idempotencyKey! });
    expect(saved.to).toBeTruthy();
    expect([await labelledSo('Before going back'), await labelledSo('After going back')]).toEqual([1, 1]);
  });

  test('a copy whose button was pressed twice leads to the one copy', async () => {
    const draft = await draftRequest(hannah, company, { title: 'Urns for level 2' });
    const press = async (idempotencyKey: string) => {
      const fields = { act: 'copy', version: String(draft.version), idempotencyKey };
      const page = pageOf(`/purchasing/purchase-requests/${draft.id}/show`, { actor: hannah, fields });
      return (await postedAct(page, purchaseRequestLife, draft.id))!.done!.headers.get('location');
    };
    const key = newKey();
    const [one, two] = await Promise.all([press(key), press(key)]);
    expect(one).toContain('/edit');
    expect(two).toBe(one);
    expect(await press(newKey())).not.toBe(one);
  });
});

/** What an endpoint is called with, as far as ours read it. */
const contextOf = (actor: Actor, request: Request, params: Record<string, string>) =>
  ({ locals: { actor, requestId: 'test' }, request, params, url: new URL(request.url), cookies: {} }) as never;

async function anyClient(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into app_clients (id, name, description, client_id, owner_user_id, department_id, environment, scopes, requests_per_minute, token_minutes)
    values (gen_random_uuid(), 'Gates', 'Asks for gates', 'app_gates', ${hannah.id}, ${company.departmentId('OPS')}, 'test', '{"Department:read"}', 60, 10)
    returning id`.execute(db);
  return rows[0]!.id;
}
