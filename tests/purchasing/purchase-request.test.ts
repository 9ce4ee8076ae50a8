import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { readListQuery } from '#lib/records/list/list-query.ts';
import { addDays, today } from '#lib/values/time.ts';
import {
  cancelPurchaseRequest,
  purchaseRequestLife,
  submitPurchaseRequest,
} from '#lib/purchasing/purchase-request/life.server.ts';
import { linesOf as storedLines } from '#lib/documents/lines/lines.server.ts';
import { purchaseRequestLines } from '#lib/purchasing/purchase-request/line.ts';
import { readDocument } from '#lib/documents/reading.server.ts';
import {
  copyPurchaseRequest,
  createPurchaseRequest,
  updatePurchaseRequest,
} from '#lib/purchasing/purchase-request/writing.server.ts';
import { purchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import { purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { requestFormPage } from '#lib/purchasing/purchase-request/form.server.ts';
import { numberOrStatus } from '#lib/documents/document-name.ts';
import type { OpenForm } from '#lib/documents/form/page.server.ts';
import { pageOf } from '#tests/support/posted-page.ts';
import { english, setStatus } from '#tests/support/printed-requests.ts';
import { refusal } from '#tests/support/refusal.ts';

const linesOf = (id: string) => storedLines(purchaseRequestLines, id);

// Hannah asks for Operations, Farid for Grounds; Daniel heads Operations, Priya leads purchasing, Helen audits, Adam has no rights.
let company: Company;
let hannah: Actor;
let farid: Actor;
let daniel: Actor;
let priya: Actor;
let helen: Actor;
let adam: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [hannah, farid, daniel, priya, helen, adam] = (await Promise.all(
    ['requester', 'requester2', 'head', 'purchasing', 'auditor', 'nobody'].map(actorNamed),
  )) as [Actor, Actor, Actor, Actor, Actor, Actor];
});

const line = (more: object = {}) => ({
  description: 'Bronze fixing set',
  quantity: 40,
  unit: 'Piece(s)',
  unitPriceE4: 250_000,
  gstCode: 'SR',
  ...more,
});
const form = (more: object = {}) => ({
  title: 'Granite plaques',
  purpose: 'Replaces paper labels.',
  purchasePath: 'quotation',
  neededBy: addDays(today(), 14),
  deliverToAddressId: company.addressId('Site store'),
  expenseCategoryId: company.categoryId('5310'),
  costCenterId: company.costCenterId('OPS-COL'),
  lines: [line()],
  ...more,
});

describe('a new request', () => {
  test('is a draft of whoever raises it, in their department and its business entity, without a number', async () => {
    const request = await createPurchaseRequest(hannah, form());
    expect(request).toMatchObject({
      status: 'draft',
      number: null,
      version: 1,
      revision: 1,
      priority: 'normal',
      requesterId: hannah.id,
      departmentId: company.departmentId('OPS'),
      businessEntityId: company.entityId,
    });
  });

  test('adds its lines up with the tax of the day, and charges a line to what the request is charged to', async () => {
    const request = await createPurchaseRequest(
      hannah,
      form({
        lines: [
          line({ quantity: 40, unitPriceE4: 3_950_000 }),
          line({ costCenterId: company.costCenterId('OPS-CHA') }),
          line({ quantity: 1, unitPriceE4: 3_010_000, gstCode: 'ZR' }),
        ],
      }),
    );
    expect(request).toMatchObject({
      estimatedNetCents: 1_710_100,
      estimatedGstCents: 151_200,
      estimatedGrossCents: 1_861_300,
    });
    const lines = await linesOf(request.id);
    expect(lines.map(({ lineNo, netCents, gstRate }) => [lineNo, netCents, gstRate])).toEqual([
      [1, 1_580_000, 900],
      [2, 100_000, 900],
      [3, 30_100, 0],
    ]);
    expect(lines.map(({ costCenterId }) => costCenterId)).toEqual(
      ['OPS-COL', 'OPS-CHA', 'OPS-COL'].map(company.costCenterId),
    );
    expect(lines.every(({ expenseCategoryId }) => expenseCategoryId === company.categoryId('5310'))).toBe(true);
  });

  test('names every fault of the form and of its lines at once', async () => {
    const { status, errors } = await refusal(
      createPurchaseRequest(
        hannah,
        form({ title: ' ', neededBy: '31/02/2026', lines: [line({ quantity: 0, unit: 'Box' })] }),
      ),
    );
    expect(status).toBe(422);
    expect(errors.map(({ path, code }) => `${path}: ${code}`).toSorted()).toEqual([
      'lines.0.quantity: not-above-zero',
      'lines.0.unit: not-a-choice',
      'neededBy: not-a-date',
      'title: required',
    ]);
  });

  test('may have 200 lines and not one more', async () => {
    const request = await createPurchaseRequest(hannah, form({ lines: Array.from({ length: 200 }, () => line()) }));
    expect(await linesOf(request.id)).toHaveLength(200);
    const { errors } = await refusal(
      createPurchaseRequest(hannah, form({ lines: Array.from({ length: 201 }, () => line()) })),
    );
    expect(errors).toMatchObject([{ path: 'lines', code: 'too-many-lines' }]);
  });

  test('belongs to a department of its requester', async () => {
    const { errors } = await refusal(
      createPurchaseRequest(hannah, form({ departmentId: company.departmentId('GRD') })),
    );
    expect(errors).toMatchObject([{ path: 'departmentId', code: 'not-their-department' }]);
    const forFarid = await createPurchaseRequest(
      hannah,
      form({ requesterId: farid.id, departmentId: company.departmentId('GRD') }),
    );
    expect(forFarid).toMatchObject({ requesterId: farid.id, createdBy: hannah.id });
    expect((await readDocument(hannah, purchaseRequestLife, forFarid.id)).title).toBe('Granite plaques');
    expect((await refusal(submitPurchaseRequest(hannah, forFarid))).code).toBe('not-your-request');
  });

  test('is not raised by somebody without the right', async () => {
    expect(await refusal(createPurchaseRequest(adam, form()))).toMatchObject({ status: 403, code: 'not-authorized' });
    expect(await refusal(createPurchaseRequest(helen, form()))).toMatchObject({ status: 403 });
  });
});

describe('changing a request', () => {
  test('replaces its lines, adds up again and tells the log what stood before', async () => {
    const draft = await draftRequest(hannah, company);
    const changed = await updatePurchaseRequest(hannah, draft, {
      title: 'Plaques for level 5',
      lines: [line({ quantity: 2 })],
    });
    expect(changed).toMatchObject({ version: 2, title: 'Plaques for level 5', estimatedNetCents: 5_000 });
    const [entry] = await activityOf(draft.id);
    expect(entry).toMatchObject({
      eventCode: 'purchase-request.updated',
      before: { lines: ['1 Piece(s) Granite plaque, 300 × 200 mm (Honed grey, engraved) @ 800.00 SR, 5310 OPS-COL'] },
      after: { lines: ['2 Piece(s) Bronze fixing set @ 25.00 SR, 5310 OPS-COL'] },
    });
  });

  test('saved as it stands keeps version and log; another order of its lines is a change', async () => {
    const [first, second] = [line({ description: 'First' }), line({ description: 'Second' })];
    const draft = await createPurchaseRequest(hannah, form({ lines: [first, second] }));
    expect(await updatePurchaseRequest(hannah, draft, { title: draft.title, lines: [first, second] })).toMatchObject({
      version: 1,
    });
    expect(await activityOf(draft.id)).toHaveLength(1);
    expect(await updatePurchaseRequest(hannah, draft, { lines: [second, first] })).toMatchObject({ version: 2 });
    expect((await linesOf(draft.id)).map(({ description }) => description)).toEqual(['Second', 'First']);
    expect((await activityOf(draft.id))[0]).toMatchObject({ changedFields: ['lines'] });
  });

  test('leaves the lines alone when none are sent', async () => {
    const draft = await draftRequest(hannah, company);
    await updatePurchaseRequest(hannah, draft, { purpose: 'Families have asked.' });
    expect(await linesOf(draft.id)).toHaveLength(1);
  });

  test('with an old version is refused with the newer values, and changes nothing', async () => {
    const draft = await draftRequest(hannah, company);
    await updatePurchaseRequest(hannah, draft, { title: 'First' });
    const { status, code, details } = await refusal(updatePurchaseRequest(hannah, draft, { title: 'Second' }));
    expect([status, code]).toEqual([409, 'stale-version']);
    expect(details.newer).toMatchObject({ title: 'First', version: 2 });
    expect((await readDocument(hannah, purchaseRequestLife, draft.id)).title).toBe('First');
  });

  test('is for its requester and for the department; an approver reads and does not write', async () => {
    const draft = await draftRequest(hannah, company);
    expect((await updatePurchaseRequest(daniel, draft, { title: 'By the head' })).version).toBe(2);
    const sent = await submitPurchaseRequest(hannah, { id: draft.id, version: 2 });
    expect(await refusal(updatePurchaseRequest(hannah, sent, { title: 'Too late' }))).toMatchObject({
      status: 409,
      code: 'state-changed',
    });
    const nurul = await actorNamed('approver');
    expect((await readDocument(nurul, purchaseRequestLife, sent.id)).status).toBe('pending-approval');
    expect(await refusal(updatePurchaseRequest(nurul, sent, { title: 'By the approver' }))).toMatchObject({
      status: 404,
    });
  });
});

describe('who may open it', () => {
  test('its requester, the head of the department, and those who read all', async () => {
    const draft = await draftRequest(hannah, company);
    for (const reader of [hannah, daniel, priya, helen])
      expect((await readDocument(reader, purchaseRequestLife, draft.id)).id).toBe(draft.id);
  });

  test('nobody else: another department does not learn that it exists, and without rights there is no door', async () => {
    const draft = await draftRequest(hannah, company);
    expect(await refusal(readDocument(farid, purchaseRequestLife, draft.id))).toMatchObject({
      status: 404,
      code: 'not-found',
    });
    expect(await refusal(updatePurchaseRequest(farid, draft, { title: 'Mine' }))).toMatchObject({ status: 404 });
    expect(await refusal(submitPurchaseRequest(farid, draft))).toMatchObject({ status: 404 });
    expect(await refusal(cancelPurchaseRequest(farid, draft, {}))).toMatchObject({ status: 404 });
    expect(await refusal(copyPurchaseRequest(farid, draft.id))).toMatchObject({ status: 404 });
    expect(await refusal(readDocument(hannah, purchaseRequestLife, 'not-an-id'))).toMatchObject({ status: 404 });
    expect(await refusal(readDocument(adam, purchaseRequestLife, draft.id))).toMatchObject({ status: 403 });
  });
});

describe('the search', () => {
  const found = async (q: string) =>
    (await purchaseRequests.list(priya, readListQuery(purchaseRequest, new URLSearchParams({ q })))).total;

  test('finds requests by the name of who asks, and tells nothing else of them', async () => {
    await draftRequest(farid, company);
    expect(await found(farid.fullName.split(' ')[0]!)).toBeGreaterThan(0);
    for (const secret of [farid.email, farid.email.split('@')[1]!, farid.username])
      expect(await found(secret), secret).toBe(0);
  });
});

describe('a copy', () => {
  test('is a draft of whoever copies, with the same lines and purpose and a day that has not passed', async () => {
    const old = await draftRequest(hannah, company, { neededBy: addDays(today(), -3) });
    const copy = await copyPurchaseRequest(daniel, old.id);
    expect(copy).toMatchObject({
      status: 'draft',
      number: null,
      requesterId: daniel.id,
      copiedFromId: old.id,
      purpose: old.purpose,
      neededBy: today(),
      estimatedNetCents: old.estimatedNetCents,
    });
    expect((await linesOf(copy.id)).map(({ description }) => description)).toEqual(['Granite plaque, 300 × 200 mm']);
  });

  test('says on its form of which, as long as it is a draft; another draft does not', async () => {
    const old = await submitPurchaseRequest(hannah, await draftRequest(hannah, company));
    const headingOf = async (id: string) =>
      (
        (await requestFormPage(
          pageOf(`/purchasing/purchase-requests/${id}/edit`, { actor: hannah }),
          await readDocument(hannah, purchaseRequestLife, id),
        )) as OpenForm
      ).heading;
    const copy = await copyPurchaseRequest(hannah, old.id);
    expect(await headingOf(copy.id)).toBe(`Copy of ${old.number} ${old.title}`);
    expect(await headingOf((await draftRequest(hannah, company)).id)).toBeUndefined();
    await submitPurchaseRequest(hannah, copy);
    await setStatus(copy.id, 'returned');
    expect(await headingOf(copy.id)).toBeUndefined();
  });
});

describe('in place of a number', () => {
  test('a draft says that it is one, and one that was cancelled as a draft does not', async () => {
    const draft = await draftRequest(hannah, company);
    expect(numberOrStatus(purchaseRequest, draft, english.t)).toBe('Draft');
    const cancelled = await cancelPurchaseRequest(hannah, draft, { reason: 'Not needed.' });
    expect(cancelled.number).toBeNull();
    expect(numberOrStatus(purchaseRequest, cancelled, english.t)).toBe('No number');
    const sent = await submitPurchaseRequest(hannah, await draftRequest(hannah, company));
    expect(numberOrStatus(purchaseRequest, sent, english.t)).toBe(sent.number);
  });
});
