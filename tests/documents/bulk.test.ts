import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import '#lib/modules.server.ts';
import { closeAddress, createAddress, addresses, reopenAddress } from '#lib/directory/address.server.ts';
import { bulkAccess, documentListOptions } from '#lib/documents/usual/document-lists.server.ts';
import { purchaseRequestLife, submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { myPurchaseRequests, purchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import { purchaseRequest, type PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { bulkAnswer } from '#lib/records/list/bulk.server.ts';
import { listPage } from '#lib/records/list/list-page.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { pageOf } from '#tests/support/posted-page.ts';
import { refusal } from '#tests/support/refusal.ts';

// Hannah ticks rows of her requests; Priya of purchasing those of everybody; Prakash keeps the store.
let company: Company;
let hannah: Actor;
let priya: Actor;
let prakash: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [hannah, priya, prakash] = (await Promise.all(['requester', 'purchasing', 'stores'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
});

const row = ({ id, version }: { id: string; version: number }) => `${id}:${version}`;
const draft = (title: string) => draftRequest(hannah, company, { title });
const sent = async (title: string) => submitPurchaseRequest(hannah, await draft(title)) as Promise<PurchaseRequest>;

async function post(actor: Actor, list: 'own' | 'all', fields: Record<string, string | string[]>) {
  const type = list === 'own' ? 'all-my-requests' : Object.keys(purchaseRequest.list.types!)[0]!;
  const page = pageOf(`${list === 'own' ? myPurchaseRequests.of.path : purchaseRequest.path}/${type}`, {
    actor,
    params: { type },
    fields,
  });
  const source = list === 'own' ? myPurchaseRequests : purchaseRequests;
  const view = await listPage(page as never, source, documentListOptions(purchaseRequestLife, actor, list));
  return { ...view, status: page.response.status };
}
const statusOf = async ({ id }: { id: string }) => (await purchaseRequests.get(hannah, id)).status;

describe('several requests are cancelled at once', () => {
  test('after a question that counts them and asks why, and nothing is done before it is answered', async () => {
    const [one, other] = [await draft('Bulk soil'), await sent('Bulk turf')];
    const { question, result } = await post(hannah, 'own', { act: 'cancel', row: [row(one), row(other)] });
    expect(result).toBeNull();
    expect(question).toMatchObject({
      act: 'cancel',
      label: 'documents.acts.cancel',
      several: 'documents.several.cancel',
      text: 'documents.several.cancel.text',
      asks: { name: 'reason', optional: false },
      isDanger: true,
      count: 2,
      obstacles: [],
      rows: [row(one), row(other)],
      isMissing: false,
    });
    expect([await statusOf(one), await statusOf(other)]).toEqual(['draft', 'pending-approval']);
  });

  test('with one reason for all of them, which each keeps', async () => {
    const [one, other] = [await sent('Bulk lamp'), await sent('Bulk lantern')];
    const fields = { act: 'cancel', row: [row(one), row(other)], confirmed: '1' };
    const unanswered = await post(hannah, 'own', { ...fields, reason: ' ' });
    expect(unanswered).toMatchObject({ status: 422, result: null, question: { isMissing: true } });
    expect(await statusOf(one)).toBe('pending-approval');
    const { result, question } = await post(hannah, 'own', { ...fields, reason: 'Not needed' });
    expect(question).toBeNull();
    expect(result).toMatchObject({ label: 'documents.acts.cancel', done: [one.id, other.id], refused: [] });
    expect(await purchaseRequests.get(hannah, other.id)).toMatchObject({
      status: 'cancelled',
      endedReason: 'Not needed',
    });
  });

  test('drafts need no reason', async () => {
    const one = await draft('Bulk gravel');
    const fields = { act: 'cancel', row: row(one) };
    expect((await post(hannah, 'own', fields)).question?.asks).toMatchObject({ optional: true });
    expect((await post(hannah, 'own', { ...fields, confirmed: '1', reason: '' })).result?.done).toEqual([one.id]);
  });

  test('the question says how many are not possible and why; they stay refused when it is done all the same', async () => {
    const [one, over] = [await draft('Bulk vase'), await sent('Bulk urn')];
    const ended = (await purchaseRequestLife.cancel(hannah, over, { reason: 'No' })) as PurchaseRequest;
    const fields = { act: 'cancel', row: [row(one), row(ended)] };
    const { question } = await post(hannah, 'own', fields);
    expect(question?.obstacles).toEqual([{ code: 'not-in-status', count: 1 }]);
    const { result } = await post(hannah, 'own', { ...fields, confirmed: '1' });
    expect(result).toMatchObject({ done: [one.id], refused: [{ id: over.id, code: 'state-changed' }] });
  });

  test('whose they are is said before, too', async () => {
    const [drafts, mine] = [await draft('Bulk bench'), await draft('Bulk chair')];
    const { question } = await post(hannah, 'own', { act: 'withdraw', row: [row(drafts), row(mine)] });
    expect(question?.obstacles).toEqual([{ code: 'not-in-status', count: 2 }]);
    const theirs = await post(priya, 'all', {
      act: 'cancel',
      row: [row(drafts), '00000000-0000-7000-8000-000000000000:1'],
    });
    expect(theirs.question?.obstacles).toContainEqual({ code: 'not-found', count: 1 });
  });

  test('so is whom it concerns besides: whose they are, and who is asked to decide', async () => {
    const asked = { act: 'cancel', row: [row(await sent('Bulk gravel')), row(await sent('Bulk sand'))] };
    expect((await post(hannah, 'own', asked)).question?.concerned).toEqual({
      owners: [],
      waitingFor: [{ name: 'Nurul Huda', count: 2 }],
    });
    expect((await post(priya, 'all', asked)).question?.concerned).toEqual({
      owners: [{ name: 'Hannah Lim', count: 2 }],
      waitingFor: [{ name: 'Nurul Huda', count: 2 }],
    });
  });
});

describe('which acts a list offers', () => {
  test('follows from the declaration and from the rights of the reader', async () => {
    const offered = (actor: Actor, list: 'own' | 'all') =>
      Object.keys(documentListOptions(purchaseRequestLife, actor, list).bulk!);
    expect(offered(hannah, 'own')).toEqual(['withdraw', 'cancel', 'delete', 'restore']);
    expect(offered(priya, 'all')).toEqual(['cancel']);
    expect(offered(prakash, 'all')).not.toContain('delete');
  });

  test('so does who may post them', () => {
    expect(bulkAccess(purchaseRequest).POST).toMatchObject({
      needs: [{ subject: 'PurchaseRequest', anyOf: expect.arrayContaining(['my-request-update', 'cancel']) }],
    });
  });
});

describe('what a program posts', () => {
  const cancel = (body: object) => {
    const { run } = documentListOptions(purchaseRequestLife, hannah, 'own').bulk!['cancel']!;
    return bulkAnswer(hannah, { cancel: run }, { act: 'cancel', ...body }, () => purchaseRequests);
  };

  test('takes the reason for all rows, and each says that it needs one without', async () => {
    const { id, version } = await sent('Bulk API');
    const rows = [{ id, version }];
    expect((await cancel({ rows })).refused).toMatchObject([{ id, code: 'reason-needed' }]);
    expect((await cancel({ rows, reason: 'Ordered twice' })).done).toEqual([id]);
    expect(await purchaseRequests.get(hannah, id)).toMatchObject({ endedReason: 'Ordered twice' });
  });

  test('says which shape a row has', async () => {
    for (const rows of [['an-id'], [{ id: 'an-id', version: '1' }], 'an-id'])
      expect((await refusal(cancel({ rows }))).errors).toMatchObject([{ code: 'row-shape' }]);
  });
});

describe('several simple records', () => {
  const offered = {
    bulk: { close: { run: closeAddress, inverse: 'reopen' }, reopen: { run: reopenAddress, onlyUndo: true as const } },
  };
  const list = async (fields: Record<string, string | string[]>) =>
    listPage(pageOf('/directory/addresses', { actor: priya, fields }) as never, addresses, offered);
  const made = (label: string) =>
    createAddress(priya, { label, kind: 'site', street: 'Lim Chu Kang Lane', postalCode: '718850' });

  test('are asked about first, with those that are closed already, and taken back by one button', async () => {
    const [open, other] = [await made('Bulk gate'), await made('Bulk pond')];
    const closed = await closeAddress(priya, other);
    const fields = { act: 'close', row: [row(open), row(closed)] };
    const asked = await list(fields);
    expect(asked).toMatchObject({
      result: null,
      question: { count: 2, obstacles: [{ code: 'not-in-status', count: 1 }] },
    });
    expect(await addresses.get(priya, open.id)).toMatchObject({ status: 'active' });
    const done = await list({ ...fields, confirmed: '1' });
    expect(done.result).toMatchObject({ done: [open.id], refused: [{ id: closed.id, code: 'state-changed' }] });
    expect(done.bulk.map(({ act }) => act)).toEqual(['close']);
    await list({ act: done.undo!.act, row: done.undo!.rows, confirmed: '1' });
    expect(await addresses.get(priya, open.id)).toMatchObject({ status: 'active' });
  });
});
