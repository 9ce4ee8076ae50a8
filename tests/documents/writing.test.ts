import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { linesOf } from '#lib/documents/lines/lines.server.ts';
import { transaction } from '#lib/process/database/database.server.ts';
import { purchaseRequestLines } from '#lib/purchasing/purchase-request/line.ts';
import {
  holdPurchaseRequest,
  releasePurchaseRequest,
  submitPurchaseRequest,
} from '#lib/purchasing/purchase-request/life.server.ts';
import type { PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { purchaseRequestWriting, updatePurchaseRequest } from '#lib/purchasing/purchase-request/writing.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import '#lib/modules.server.ts';
import { english, setStatus } from '#tests/support/printed-requests.ts';
import { refusal } from '#tests/support/refusal.ts';

// Hannah asks for a bench; Priya of purchasing revises it once it has been sent.
let company: Company;
let hannah: Actor;
let priya: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [hannah, priya] = (await Promise.all(['requester', 'purchasing'].map(actorNamed))) as [Actor, Actor];
});

const sent = async () => submitPurchaseRequest(hannah, await draftRequest(hannah, company));
const standing = ({ id }: { id: string }) => linesOf(purchaseRequestLines, id);
const apply = (request: PurchaseRequest, input: object) =>
  purchaseRequestWriting.apply(priya, request, input, { event: 'revised', params: { reason: 'Taller bench' } });

describe('what was decided elsewhere is applied to a document', () => {
  test('with its fields and lines, whatever its status, under its own name in the log', async () => {
    const request = await sent();
    const [first, ...others] = await standing(request);
    const lines = [{ ...first!, quantity: first!.quantity * 2 }, ...others];
    const revised = await apply(request, { title: 'Two benches', lines });
    expect(revised).toMatchObject({ title: 'Two benches', status: 'pending-approval', number: request.number });
    expect(revised.estimatedNetCents).toBe(request.estimatedNetCents + first!.netCents);
    expect((await standing(revised))[0]).toMatchObject({ id: first!.id, quantity: first!.quantity * 2 });
    expect((await activityOf(request.id))[0]).toMatchObject({ eventCode: 'purchase-request.revised' });
  });

  test('in the transaction of whoever decided it, or not at all', async () => {
    const request = await sent();
    const work = transaction(async (tx) => {
      await purchaseRequestWriting.apply(priya, request, { title: 'Gone again' }, { event: 'revised', tx });
      throw new Error('the decision failed');
    });
    await expect(work).rejects.toThrow('the decision failed');
    expect(await apply(request, {})).toMatchObject({ title: request.title, version: request.version + 1 });
  });

  test('and every fault of it is named at once: of the form, of the lines, of what it refers to', async () => {
    const request = await sent();
    const [line] = await standing(request);
    const wrong = await refusal(apply(request, { title: '', lines: [{ ...line!, quantity: 0 }] }));
    expect(wrong.errors.map(({ path }) => path)).toEqual(['title', 'lines.0.quantity']);
    const closed = await refusal(apply(request, { deliverToAddressId: company.userId('requester') }));
    expect(closed).toMatchObject({ status: 422, errors: [{ path: 'deliverToAddressId', code: 'not-a-choice' }] });
    expect(await refusal(apply({ ...request, version: request.version - 1 }, {}))).toMatchObject({
      code: 'stale-version',
    });
  });

  test('but not to one on hold', async () => {
    const request = await sent();
    const held = await holdPurchaseRequest(priya, request, { reason: 'The budget is being looked at' });
    expect(await refusal(apply(held, { title: 'Two benches' }))).toMatchObject({ code: 'on-hold', status: 409 });
    const free = await releasePurchaseRequest(priya, held);
    expect(await apply(free, { title: 'Two benches' })).toMatchObject({ title: 'Two benches' });
  });
});

test('lines alone are not changed either while a document is locked for its approvers', async () => {
  const request = await sent();
  const lines = await standing(request);
  expect(await refusal(updatePurchaseRequest(hannah, request, { lines: lines.slice(1) }))).toMatchObject({
    code: 'state-changed',
    status: 409,
  });
  expect(await standing(request)).toEqual(lines);
});

test('what its status keeps closed is named with the status', async () => {
  const request = await sent();
  await setStatus(request.id, 'pending-budget');
  const change = (input: object) => updatePurchaseRequest(priya, request, input);
  const refused = await refusal(change({ purpose: 'Another purpose' }));
  expect(refused).toMatchObject({ code: 'field-locked', status: 409 });
  expect(english.t(`refusals.${refused.code}`, refused.details.params)).toBe(
    '“Purpose” cannot be changed while the status is “Pending budget”.',
  );
  expect((await refusal(change({ lines: await standing(request) }))).details.params).toMatchObject({
    field: 'documents.lines.many',
  });
  expect(await change({ title: 'Two benches by the gate' })).toMatchObject({ title: 'Two benches by the gate' });
});
