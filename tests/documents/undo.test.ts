import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import '#lib/modules.server.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { userRequestLife } from '#lib/directory/user-request/life.server.ts';
import { userRequests } from '#lib/directory/user-request/user-request.server.ts';
import { createUserRequest } from '#lib/directory/user-request/writing.server.ts';
import { actEndpoint } from '#lib/documents/act-endpoint.server.ts';
import { actsOn } from '#lib/documents/acts.server.ts';
import { postedAct } from '#lib/documents/posted-act.server.ts';
import { showPage } from '#lib/documents/show-page.server.ts';
import { summaryOf } from '#lib/documents/state/status-summary.ts';
import { db } from '#lib/process/database/database.server.ts';
import { setFlash, takeFlash } from '#lib/process/http/flash.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { documentListOptions } from '#lib/documents/usual/document-lists.server.ts';
import { purchaseRequestLife, submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { myPurchaseRequests, purchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import { purchaseRequest, type PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { listPage } from '#lib/records/list/list-page.server.ts';
import { purgeDeleted } from '#lib/on-records/purge.server.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import type { Actor } from '#lib/values/actor.ts';
import { addDays, today } from '#lib/values/time.ts';
import { pageOf } from '#tests/support/posted-page.ts';
import { refusal } from '#tests/support/refusal.ts';

// Hannah throws drafts away and thinks again; Kai Wen may read them all and hold them; Farid works elsewhere.
let company: Company;
let hannah: Actor;
let kaiWen: Actor;
let farid: Actor;
let daniel: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [hannah, kaiWen, farid, daniel] = (await Promise.all(
    ['requester', 'manager', 'requester2', 'head'].map(actorNamed),
  )) as [Actor, Actor, Actor, Actor];
});

const MINE = '/purchasing/my-purchase-requests/all-my-requests';
const show = (id: string) => `/purchasing/purchase-requests/${id}/show`;
const draft = (title: string) => draftRequest(hannah, company, { title });
const deleted = async (title: string) =>
  purchaseRequestLife.delete(hannah, await draft(title)) as Promise<PurchaseRequest>;
const asked = (type: string) => readListQuery(myPurchaseRequests.of, new URLSearchParams(), type);

async function press(actor: Actor, { id, version }: { id: string; version: number }, act: string, more: object = {}) {
  const page = pageOf(show(id), { actor, fields: { act, version: String(version), ...more } });
  const posted = await postedAct(page, purchaseRequestLife, id);
  return { posted: posted!, to: posted!.done?.headers.get('location'), flash: page.flashes.at(-1) as any };
}

describe('a draft that was deleted from its page', () => {
  test('leads to one’s own list, with a message that takes it back', async () => {
    const made = await draft('Lanterns for the east path');
    const { to, flash } = await press(hannah, made, 'delete');
    expect(to).toBe(MINE);
    expect(flash.text).toContain('Lanterns for the east path');
    expect(flash.undo).toEqual({ path: show(made.id), act: 'restore', version: made.version + 1 });
    const undone = await press(hannah, { id: made.id, version: flash.undo.version }, flash.undo.act);
    expect(undone.to).toBe(show(made.id));
    expect(undone.flash.text).toContain('has been restored');
    expect(undone.flash.undo).toBeUndefined();
    expect(await purchaseRequests.get(hannah, made.id)).toMatchObject({ status: 'draft', deletedAt: null });
    expect((await activityOf(made.id)).map(({ eventCode }) => eventCode).slice(0, 2)).toEqual([
      'purchase-request.restored',
      'purchase-request.deleted',
    ]);
  });

  test('is there to be looked at by whoever may restore it, with that act and no other, and by nobody else', async () => {
    const gone = await deleted('Bench for the west path');
    const page = (await showPage(
      pageOf(show(gone.id), { actor: hannah }) as never,
      purchaseRequestLife,
      gone.id,
    )) as any;
    expect(page.document).toMatchObject({ title: 'Bench for the west path', lines: [{ quantity: 1 }] });
    expect(page.document.allowedActions).toEqual([{ act: 'restore', allowed: true, reason: null }]);
    expect([page.mayAttach, page.mayDetach]).toEqual([false, false]);
    const said = summaryOf(purchaseRequest, page.document, null, hannah.id, translatorFor('en'));
    const [year, month, day] = addDays(today(), 30).split('-');
    expect(said).toMatchObject({ heading: 'Deleted', text: expect.stringContaining(`${day}/${month}/${year}`) });
    for (const actor of [kaiWen, farid]) {
      const opened = showPage(pageOf(show(gone.id), { actor }) as never, purchaseRequestLife, gone.id);
      expect(await refusal(opened)).toMatchObject({ status: 404 });
      expect((await actsOn(actor, purchaseRequest, gone.id)).filter(({ allowed }) => allowed)).toEqual([]);
      expect(await refusal(purchaseRequestLife.restore(actor, gone))).toMatchObject({
        status: actor === farid ? 404 : 403,
      });
    }
    expect(await refusal(purchaseRequestLife.delete(hannah, gone))).toMatchObject({ status: 404 });
  });

  test('stands under "Deleted" in the list of whoever may restore it, and in no other tab', async () => {
    const gone = await deleted('Gravel for level 2');
    const found = await myPurchaseRequests.list(hannah, asked('deleted'));
    expect(found.items.map(({ id }) => id)).toContain(gone.id);
    expect(found.counts['deleted']).toBe(found.total);
    expect((await myPurchaseRequests.list(hannah, asked('all-my-requests'))).items.map(({ id }) => id)).not.toContain(
      gone.id,
    );
    const all = await purchaseRequests.list(kaiWen, readListQuery(purchaseRequest, new URLSearchParams(), 'deleted'));
    expect([all.total, all.counts['deleted']]).toEqual([0, 0]);
    await purchaseRequestLife.restore(hannah, gone);
    expect((await myPurchaseRequests.list(hannah, asked('deleted'))).items.map(({ id }) => id)).not.toContain(gone.id);
  });

  test('is not restored in an old version, nor once it is gone for good, and what stands is not restored', async () => {
    const made = await draft('Paint for the fence');
    expect(await refusal(purchaseRequestLife.restore(hannah, made))).toMatchObject({ status: 404 });
    const gone = (await purchaseRequestLife.delete(hannah, made)) as PurchaseRequest;
    expect(await refusal(purchaseRequestLife.restore(hannah, made))).toMatchObject({ code: 'stale-version' });
    const twice = await Promise.allSettled([1, 2].map(() => purchaseRequestLife.restore(hannah, gone)));
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('by the API', () => {
  test('DELETE of the deletion restores it', async () => {
    const made = await draft('Sand for the path');
    const { POST, DELETE } = actEndpoint(purchaseRequestLife);
    const call = async (method: 'POST' | 'DELETE', version: number) => {
      const request = new Request(`http://garden.example/${made.id}/deletion`, {
        method,
        body: JSON.stringify({ version }),
        headers: { 'content-type': 'application/json' },
      });
      const context = {
        locals: { actor: hannah },
        request,
        params: { id: made.id, act: 'deletion' },
        url: new URL(request.url),
      };
      return ((await (method === 'POST' ? POST : DELETE)(context as never)) as Response).json() as Promise<any>;
    };
    const gone = await call('POST', made.version);
    expect(gone.deletedAt).toEqual(expect.any(String));
    expect(await call('DELETE', gone.version)).toMatchObject({
      deletedAt: null,
      status: 'draft',
      version: gone.version + 1,
    });
  });
});

describe('several drafts deleted in a list', () => {
  const list = (fields?: Record<string, string>, type = 'my-drafts') => {
    const page = pageOf(`/purchasing/my-purchase-requests/${type}`, {
      actor: hannah,
      params: { type },
      ...(fields && { fields }),
    });
    return listPage(page as never, myPurchaseRequests, documentListOptions(purchaseRequestLife, hannah, 'own'));
  };

  test('are restored by one button beside what was done', async () => {
    const made = await draft('Soil for the beds');
    const { result, undo, bulk } = await list({ act: 'delete', row: `${made.id}:${made.version}`, confirmed: '1' });
    expect(result).toMatchObject({ act: 'delete', done: [made.id], refused: [] });
    expect(undo).toEqual({ act: 'restore', rows: [`${made.id}:${made.version + 1}`] });
    expect(bulk.map(({ act }) => act)).toEqual(['withdraw', 'cancel', 'delete']);
    const back = await list({ act: undo!.act, row: undo!.rows[0]!, confirmed: '1' });
    expect(back).toMatchObject({ result: { act: 'restore', done: [made.id] }, undo: null });
    expect(await purchaseRequests.get(hannah, made.id)).toMatchObject({ deletedAt: null });
  });

  test('can be chosen under "Deleted" to be restored, and for nothing else', async () => {
    const gone = await deleted('Turf for the lawn');
    const shown = await list(undefined, 'deleted');
    expect(shown.bulk.map(({ act }) => act)).toEqual(['restore']);
    expect(shown.hrefOf(shown.rows.items.find(({ id }) => id === gone.id)!)).toBe(show(gone.id));
  });

  test('with one that was sent: it is named, and nothing of it is taken back', async () => {
    const sent = await submitPurchaseRequest(hannah, await draft('Chapel chairs'));
    const { result, undo } = await list({ act: 'delete', row: `${sent.id}:${sent.version}`, confirmed: '1' });
    expect(result).toMatchObject({ done: [], refused: [{ id: sent.id }] });
    expect(undo).toBeNull();
  });
});

test('a request put on hold can be released from the message; whoever releases it is offered nothing', async () => {
  const sent = await submitPurchaseRequest(hannah, await draft('Marble for the hall'));
  const held = await press(await actorNamed('purchasing'), sent, 'hold', { reason: 'Wait for the survey.' });
  expect(held.flash.undo).toEqual({ path: show(sent.id), act: 'release', version: sent.version + 1 });
  const released = await press(await actorNamed('purchasing'), { id: sent.id, version: sent.version + 1 }, 'release');
  expect(released.to).toBe(show(sent.id));
  expect(released.flash.undo).toBeUndefined();
});

test('what no act takes back has no button: a withdrawal, a cancellation', async () => {
  const sent = await submitPurchaseRequest(hannah, await draft('Marble for the chapel'));
  const back = await press(hannah, sent, 'withdraw');
  expect([back.flash.undo, back.to]).toEqual([undefined, show(sent.id)]);
});

test('user requests are deleted and restored by the same machinery', async () => {
  const staff = await db.selectFrom('roles').select('id').where('code', '=', 'STAFF').executeTakeFirstOrThrow();
  const made = await createUserRequest(daniel, {
    kind: 'create',
    fullName: 'Wei Ling Ho',
    email: 'wei.ling@garden.example',
    departmentId: company.departmentId('OPS'),
    startDate: addDays(today(), 7),
    reason: 'Begins next week.',
    roleIds: [staff.id],
    businessEntityIds: [],
  });
  const page = pageOf(`/directory/users/requests/${made.id}/show`, {
    actor: daniel,
    fields: { act: 'delete', version: '1' },
  });
  const posted = await postedAct(page, userRequestLife, made.id);
  expect(posted!.done!.headers.get('location')).toBe('/directory/users/requests');
  const undo = (page.flashes.at(-1) as any).undo;
  expect(undo).toEqual({ path: `/directory/users/requests/${made.id}/show`, act: 'restore', version: 2 });
  const ofDeleted = readListQuery(userRequests.of, new URLSearchParams('type=deleted'));
  expect((await userRequests.list(daniel, ofDeleted)).items).toMatchObject([{ id: made.id }]);
  await userRequestLife.restore(daniel, { id: made.id, version: 2 });
  expect(await userRequests.get(daniel, made.id)).toMatchObject({ deletedAt: null });
});

describe('the message of an act', () => {
  const through = (flash: unknown) => {
    const kept = new Map<string, string>();
    const cookies = {
      get: (name: string) => ({ value: kept.get(name)! }),
      set: (name: string, value: string) => kept.set(name, value),
      delete: (name: string) => kept.delete(name),
    } as never;
    setFlash(cookies, flash as never);
    return takeFlash(cookies);
  };

  test('brings an undo on a page of ours, and none on another', () => {
    const undo = { path: '/purchasing/purchase-requests/1/show', act: 'restore', version: 2 };
    expect(through({ kind: 'success', text: 'Gone.', undo })).toEqual({ kind: 'success', text: 'Gone.', undo });
    for (const wrong of [
      { path: '//evil.example/x' },
      { path: 'https://evil.example' },
      { act: '"><b>' },
      { version: 'x' },
    ])
      expect(through({ kind: 'success', text: 'Gone.', undo: { ...undo, ...wrong } })).toEqual({
        kind: 'success',
        text: 'Gone.',
      });
  });
});

test('what was deleted stays findable for thirty days and no longer', async () => {
  const gone = await deleted('Old gravel');
  await sql`update purchase_requests set deleted_at = now() - interval '31 days' where id = ${gone.id}`.execute(db);
  await purgeDeleted('test');
  expect(await refusal(purchaseRequestLife.restore(hannah, gone))).toMatchObject({ status: 404 });
});
