import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { readPrintContent } from '#lib/documents/prints/print-content.server.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import { chainOf } from '#lib/approvals/approval-chain.server.ts';
import { addDays, today } from '#lib/values/time.ts';
import { listAttachments, removeAttachment } from '#lib/on-records/attachments.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import type { OpenForm } from '#lib/documents/form/page.server.ts';
import { readDocument } from '#lib/documents/reading.server.ts';
import { mainActs } from '#lib/documents/show.ts';
import { requestFormPage } from '#lib/purchasing/purchase-request/form.server.ts';
import { actsOn } from '#lib/documents/acts.server.ts';
import { purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import {
  approvePurchaseRequest,
  rejectPurchaseRequest,
  returnPurchaseRequest,
  purchaseRequestLife,
  submitPurchaseRequest,
} from '#lib/purchasing/purchase-request/life.server.ts';
import { cancelPurchaseRequest, withdrawPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { linesOf as storedLines } from '#lib/documents/lines/lines.server.ts';
import { purchaseRequestLines } from '#lib/purchasing/purchase-request/line.ts';
import { prf } from '#lib/purchasing/purchase-request/prf.server.ts';
import { purchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import { expectedForRequest } from '#lib/purchasing/purchase-request/asked.server.ts';
import { updatePurchaseRequest } from '#lib/purchasing/purchase-request/writing.server.ts';
import type { PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { pageOf } from '#tests/support/posted-page.ts';
import { refusal } from '#tests/support/refusal.ts';

const linesOf = (id: string) => storedLines(purchaseRequestLines, id);

// Of Operations: Hannah asks, Nurul approves up to S$ 1,000, Daniel heads it. Marie is finance manager, Kai Wen general
// manager and head of the whole company, Rajan and Evelyn are the directors. Priya may cancel what purchasing has in hand.
let company: Company;
const people: Record<string, Actor> = {};

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  const names = {
    hannah: 'requester',
    nurul: 'approver',
    daniel: 'head',
    marie: 'finance',
    kaiwen: 'manager',
    rajan: 'director',
    evelyn: 'director2',
    priya: 'purchasing',
    farid: 'requester2',
  };
  for (const [name, username] of Object.entries(names)) people[name] = await actorNamed(username);
});

const shownOnForm = async ({ id }: PurchaseRequest) => {
  const place = `/purchasing/purchase-requests/${id}/edit`;
  const record = await readDocument(people.hannah!, purchaseRequestLife, id);
  const view = await requestFormPage(pageOf(place, { actor: people.hannah!, params: { id } }), record);
  return (view as OpenForm).returned;
};

const asked = async (request: PurchaseRequest): Promise<string[][]> =>
  (await chainOf('PR', request.id))!.steps.map(({ people: inStep }) =>
    inStep
      .filter(({ status }) => status !== 'cancelled')
      .map(({ fullName }) => fullName.split(' ')[0]!)
      .toSorted(),
  );
const sent = async (who: string, more: Parameters<typeof draftRequest>[2] = {}) =>
  submitPurchaseRequest(people[who]!, await draftRequest(people[who]!, company, more));
const specified = async (request: PurchaseRequest) => {
  const file = uuid();
  await sql`insert into files (id, storage_key, file_name, content_type, size_bytes, sha256, state) values (${file}, ${file}, 'drawing.pdf', 'application/pdf', 1, repeat('0', 64), 'stored')`.execute(
    db,
  );
  await sql`insert into attachments (id, entity, entity_id, kind, file_id, created_by) values (${uuid()}, 'purchase-request', ${request.id}, 'specification', ${file}, ${request.requesterId})`.execute(
    db,
  );
  return request;
};

describe('who is asked, by the net total', () => {
  test.each([
    [80_000, [['Nurul']]],
    [100_000, [['Nurul']]],
    [100_001, [['Daniel']]],
    [500_000, [['Daniel']]],
    [2_000_000, [['Daniel'], ['Marie']]],
    [6_000_000, [['Daniel'], ['Marie'], ['Lim']]],
    [12_000_000, [['Daniel'], ['Marie'], ['Lim'], ['Evelyn', 'Rajan']]],
  ])('%i cents', async (netCents, expected) => {
    const request = await submitPurchaseRequest(
      people.hannah!,
      await specified(await draftRequest(people.hannah!, company, { netCents })),
    );
    expect(await asked(request)).toEqual(expected);
    const foretold = await expectedForRequest.ask(people.hannah!, {
      departmentId: company.departmentId('OPS'),
      netCents,
    });
    expect(
      foretold.steps.map(({ people: inStep }) => inStep.map(({ fullName }) => fullName.split(' ')[0]!).toSorted()),
    ).toEqual(expected);
  });

  test('an emergency asks one tier higher, and says why it is one', async () => {
    const request = await sent('hannah', { purchasePath: 'emergency', pathReason: 'The extractor has failed.' });
    expect(await asked(request)).toEqual([['Daniel']]);
    const unexplained = await draftRequest(people.hannah!, company, { purchasePath: 'emergency' });
    expect((await refusal(submitPurchaseRequest(people.hannah!, unexplained))).errors).toMatchObject([
      { path: 'pathReason', code: 'reason-needed' },
    ]);
  });

  test('nobody is asked about an own request: what Daniel raises goes to the head above him', async () => {
    const request = await sent('daniel', { netCents: 500_000 });
    expect(await asked(request)).toEqual([['Lim']]);
    expect(await refusal(approvePurchaseRequest(people.daniel!, request, {}))).toMatchObject({
      status: 409,
      code: 'not-waiting-for-you',
    });
  });

  test('nor about what one sends in the name of another: Priya heads purchasing, and Kai Wen is asked', async () => {
    const purchasing = company.departmentId('PUR');
    await sql`insert into user_departments (user_id, department_id) values (${people.farid!.id}, ${purchasing})`.execute(
      db,
    );
    const forFarid = await draftRequest(people.priya!, company, {
      netCents: 500_000,
      requesterId: people.farid!.id,
      departmentId: purchasing,
    });
    const foretold = await expectedForRequest.ask(people.priya!, {
      departmentId: purchasing,
      requesterId: people.farid!.id,
      netCents: 500_000,
    });
    expect(foretold.steps[0]!.people.map(({ fullName }) => fullName)).toEqual(['Lim Kai Wen 林凯文']);
    const request = await submitPurchaseRequest(people.priya!, forFarid);
    expect(await asked(request)).toEqual([['Lim']]);
    expect(await refusal(approvePurchaseRequest(people.priya!, request, {}))).toMatchObject({
      status: 409,
      code: 'not-waiting-for-you',
    });
    expect(await approvePurchaseRequest(people.kaiwen!, request, {})).toMatchObject({ status: 'pending-budget' });
  });

  test('Farid sends the same himself, and Priya is asked', async () => {
    const own = await draftRequest(people.farid!, company, {
      netCents: 500_000,
      departmentId: company.departmentId('PUR'),
    });
    expect(await asked(await submitPurchaseRequest(people.farid!, own))).toEqual([['Priya']]);
  });
});

describe('sending', () => {
  test('gives a number, the number of quotations and the stage', async () => {
    const request = await sent('hannah', { netCents: 500_000 });
    expect(request.number).toMatch(new RegExp(`^PR-SWG-${today().slice(0, 4)}-\\d{5}$`));
    expect(request).toMatchObject({ status: 'pending-approval', version: 2, requiredQuotations: 2 });
  });

  test('twice with the same version is one submission', async () => {
    const draft = await draftRequest(people.hannah!, company);
    const { number } = await submitPurchaseRequest(people.hannah!, draft);
    expect(await refusal(submitPurchaseRequest(people.hannah!, draft))).toMatchObject({
      status: 409,
      code: 'stale-version',
    });
    expect(
      (await db.selectFrom('purchaseRequests').select('number').where('id', '=', draft.id).executeTakeFirstOrThrow())
        .number,
    ).toBe(number);
  });

  test('names everything that is missing at once, and leaves a draft without a number', async () => {
    const draft = await draftRequest(people.hannah!, company, {
      neededBy: addDays(today(), -1),
      priority: 'urgent',
      purchasePath: 'direct',
      netCents: 100_001,
    });
    const { status, errors } = await refusal(submitPurchaseRequest(people.hannah!, draft));
    expect(status).toBe(422);
    expect(errors.map(({ path, code }) => [path, code])).toEqual([
      ['neededBy', 'in-the-past'],
      ['priorityReason', 'reason-needed'],
      ['purchasePath', 'above-direct-limit'],
    ]);
    expect(
      await db
        .selectFrom('purchaseRequests')
        .select(['status', 'number'])
        .where('id', '=', draft.id)
        .executeTakeFirst(),
    ).toEqual({ status: 'draft', number: null });
  });

  test('a direct purchase goes to its limit and not beyond', async () => {
    expect((await sent('hannah', { purchasePath: 'direct', netCents: 100_000 })).status).toBe('pending-approval');
  });

  test('needs lines, a price contract for the agreed path, and a specification above S$ 30,000', async () => {
    const faults = async (more: Record<string, unknown>) =>
      (
        await refusal(submitPurchaseRequest(people.hannah!, await draftRequest(people.hannah!, company, more)))
      ).errors.map(({ code }) => code);
    expect(await faults({ lines: [] })).toEqual(['no-lines']);
    expect(await faults({ purchasePath: 'agreement' })).toEqual(['no-price-contract']);
    expect(await faults({ netCents: 3_000_001 })).toEqual(['specification-needed']);
  });

  test('needs a place and a cost centre that are in use', async () => {
    const draft = await draftRequest(people.hannah!, company);
    const use = async (status: string) => {
      await sql`update addresses set status = ${status} where id = ${draft.deliverToAddressId}`.execute(db);
      await sql`update cost_centers set status = ${status} where id = ${company.costCenterId('OPS-COL')}`.execute(db);
    };
    await use('inactive');
    const { errors } = await refusal(submitPurchaseRequest(people.hannah!, draft));
    expect(errors.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'deliverToAddressId out-of-use',
      'costCenterId out-of-use',
    ]);
    await use('active');
    expect((await submitPurchaseRequest(people.hannah!, draft)).status).toBe('pending-approval');
  });
});

describe('deciding', () => {
  test('head and finance manager say yes one after the other, and the request goes on to budgeting', async () => {
    let request = await sent('hannah', { netCents: 2_000_000 });
    expect(await refusal(approvePurchaseRequest(people.marie!, request, {}))).toMatchObject({
      status: 409,
      code: 'not-waiting-for-you',
    });
    request = await approvePurchaseRequest(people.daniel!, request, { comment: 'Agreed.' });
    expect(request.status).toBe('pending-approval');
    request = await approvePurchaseRequest(people.marie!, request, {});
    expect(request.status).toBe('pending-budget');
    const story = (await activityOf(request.id)).map(({ eventCode, params }) => [eventCode, params]);
    expect(story).toEqual([
      ['purchase-request.approve', {}],
      ['purchase-request.approve-step', { step: 2, of: 2 }],
      ['purchase-request.approve-step', { comment: 'Agreed.', step: 1, of: 2 }],
      ['purchase-request.submit', { revision: 1 }],
      ['purchase-request.created', {}],
    ]);
  });

  test('two directors of two are needed above S$ 90,000', async () => {
    let request = await submitPurchaseRequest(
      people.hannah!,
      await specified(await draftRequest(people.hannah!, company, { netCents: 12_000_000 })),
    );
    for (const name of ['daniel', 'marie', 'kaiwen', 'evelyn'])
      request = await approvePurchaseRequest(people[name]!, request, {});
    expect(request.status).toBe('pending-approval');
    expect((await approvePurchaseRequest(people.rajan!, request, {})).status).toBe('pending-budget');
  });

  test('a returned request keeps its number and comes back as revision 2, to everybody again', async () => {
    let request = await sent('hannah', { netCents: 500_000 });
    const { number } = request;
    expect((await refusal(returnPurchaseRequest(people.daniel!, request, { comment: '  ' }))).errors).toMatchObject([
      { path: 'comment', code: 'required' },
    ]);
    request = await returnPurchaseRequest(people.daniel!, request, { comment: 'Please ask for the price of 40.' });
    expect(request).toMatchObject({ status: 'returned', number });
    expect(await shownOnForm(request)).toMatchObject({
      heading: 'Returned by Daniel Koh',
      text: expect.stringContaining('Please ask for the price of 40.'),
    });
    request = await updatePurchaseRequest(people.hannah!, request, { neededBy: addDays(today(), 20) });
    request = await submitPurchaseRequest(people.hannah!, request);
    expect(request).toMatchObject({ status: 'pending-approval', number, revision: 2 });
    expect(await asked(request)).toEqual([['Daniel']]);
  });

  test('a rejected request has ended, with the reason in its story', async () => {
    let request = await sent('hannah');
    expect((await refusal(rejectPurchaseRequest(people.nurul!, request, {}))).status).toBe(422);
    request = await rejectPurchaseRequest(people.nurul!, request, { comment: 'Join the request of March.' });
    expect(request.status).toBe('rejected');
    expect(await refusal(submitPurchaseRequest(people.hannah!, request))).toMatchObject({
      status: 409,
      code: 'state-changed',
    });
  });

  test('twice by the same person counts once and says who has decided', async () => {
    const request = await sent('hannah', { netCents: 2_000_000 });
    await approvePurchaseRequest(people.daniel!, request, {});
    const { status, code, details } = await refusal(approvePurchaseRequest(people.daniel!, request, {}));
    expect([status, code, details.params?.['name']]).toEqual([409, 'decided-meanwhile', 'Daniel Koh']);
  });

  test('with an old version is refused, and so is a document that was changed past the approvers', async () => {
    const request = await sent('hannah', { netCents: 500_000 });
    expect(await refusal(approvePurchaseRequest(people.daniel!, { ...request, version: 1 }, {}))).toMatchObject({
      status: 409,
      code: 'stale-version',
    });
    await sql`update purchase_request_lines set quantity = 2 where purchase_request_id = ${request.id}`.execute(db);
    expect(await refusal(approvePurchaseRequest(people.daniel!, request, {}))).toMatchObject({
      status: 409,
      code: 'document-changed',
    });
  });

  test('is for those who are asked: Farid does not find it, Priya reads it and may not decide', async () => {
    const request = await sent('hannah');
    expect(await refusal(approvePurchaseRequest(people.farid!, request, {}))).toMatchObject({ status: 404 });
    expect(await refusal(approvePurchaseRequest(people.priya!, request, {}))).toMatchObject({
      status: 409,
      code: 'not-waiting-for-you',
    });
  });
});

describe('taking back and cancelling', () => {
  test('before the first decision it is a draft again with its number; after it, returned', async () => {
    let request = await sent('hannah', { netCents: 2_000_000 });
    const { number } = request;
    request = await withdrawPurchaseRequest(people.hannah!, request);
    expect(request).toMatchObject({ status: 'draft', number });
    request = await submitPurchaseRequest(people.hannah!, request);
    expect(request).toMatchObject({ number, revision: 1 });
    request = await approvePurchaseRequest(people.daniel!, request, {});
    request = await withdrawPurchaseRequest(people.hannah!, request);
    expect(request.status).toBe('returned');
    expect(await shownOnForm(request)).toBeNull();
    expect(await refusal(approvePurchaseRequest(people.marie!, request, {}))).toMatchObject({ status: 409 });
  });

  test('only the requester takes a request back', async () => {
    const request = await sent('hannah');
    expect(await refusal(withdrawPurchaseRequest(people.daniel!, request))).toMatchObject({ status: 404 });
    expect(await refusal(withdrawPurchaseRequest(people.priya!, request))).toMatchObject({
      status: 403,
      code: 'not-your-request',
    });
  });

  test('cancelling asks for a reason once somebody else has work with it; a draft needs none', async () => {
    const request = await sent('hannah');
    expect((await refusal(cancelPurchaseRequest(people.hannah!, request, {}))).errors).toMatchObject([
      { path: 'reason', code: 'reason-needed' },
    ]);
    expect(
      await cancelPurchaseRequest(people.hannah!, request, { reason: 'The family has changed its mind.' }),
    ).toMatchObject({ status: 'cancelled', endedReason: 'The family has changed its mind.' });
    expect((await chainOf('PR', request.id))!.status).toBe('withdrawn');
    expect((await cancelPurchaseRequest(people.hannah!, await draftRequest(people.hannah!, company), {})).status).toBe(
      'cancelled',
    );
  });

  test('is also for whoever has the right to cancel, and for nobody else', async () => {
    const request = await sent('hannah');
    expect(await refusal(cancelPurchaseRequest(people.daniel!, request, { reason: 'No.' }))).toMatchObject({
      status: 404,
    });
    expect(
      (await cancelPurchaseRequest(people.priya!, request, { reason: 'Bought with another request.' })).status,
    ).toBe('cancelled');
  });
});

test('what may be done is said before it is tried', async () => {
  const request = await sent('hannah', { netCents: 2_000_000 });
  const acts = async (who: string) =>
    Object.fromEntries(
      (await actsOn(people[who]!, purchaseRequest, request.id)).map(({ act, allowed, reason }) => [
        act,
        allowed || reason,
      ]),
    );
  expect(await acts('hannah')).toEqual({
    edit: 'locked-while-deciding',
    submit: 'state-changed',
    withdraw: true,
    cancel: true,
    copy: true,
  });
  expect(await acts('daniel')).toEqual({
    edit: 'locked-while-deciding',
    approve: true,
    return: true,
    reject: true,
    copy: true,
  });
  expect(await acts('marie')).toEqual({ copy: true });
  await approvePurchaseRequest(people.daniel!, request, {});
  expect((await acts('daniel')).approve).toBe('already-decided');
  const buttons = async (who: string) =>
    mainActs(purchaseRequest, await actsOn(people[who]!, purchaseRequest, request.id)).map(({ act }) => act);
  expect(await buttons('daniel')).toEqual([]);
  expect(await buttons('marie')).toEqual(['reject', 'return', 'approve']);
});

describe('files of a request', () => {
  const filesOf = async (request: PurchaseRequest) =>
    (await listAttachments(people.hannah!, 'purchase-request', request.id)).items;
  const takesAway = async (who: string, request: PurchaseRequest) =>
    removeAttachment(people[who]!, 'purchase-request', request.id, (await filesOf(request))[0]!.id);

  test('stay while people decide on what they were shown, whoever would take them away', async () => {
    const request = await submitPurchaseRequest(
      people.hannah!,
      await specified(await draftRequest(people.hannah!, company, { netCents: 6_000_000 })),
    );
    for (const who of ['hannah', 'daniel'])
      expect(await refusal(takesAway(who, request)), who).toMatchObject({ status: 409, code: 'files-stay' });
    expect(await filesOf(request)).toHaveLength(1);
  });

  test('may be taken away from a draft, and again when the request is returned', async () => {
    const draft = await specified(await draftRequest(people.hannah!, company));
    await takesAway('hannah', draft);
    const request = await submitPurchaseRequest(people.hannah!, await specified(draft));
    const returned = await returnPurchaseRequest(people.nurul!, request, { comment: 'An old drawing.' });
    await takesAway('hannah', returned);
    expect(await filesOf(returned)).toEqual([]);
  });
});

describe('refusing single items', () => {
  const line = (description: string, netCents: number) => ({
    description,
    quantity: 1,
    unit: 'Unit(s)',
    unitPriceE4: netCents * 100,
    gstCode: 'SR',
    expenseCategoryId: company.categoryId('5310'),
    costCenterId: company.costCenterId('OPS-COL'),
  });
  const lines = () => [line('Ramp', 970_000), line('Handrail', 756_000), line('Bench', 100_000)];

  test('Daniel leaves the bench out, Marie decides on the rest, and the print says what is left', async () => {
    let request = await sent('hannah', { lines: lines() });
    const [, , bench] = await linesOf(request.id);
    request = await approvePurchaseRequest(people.daniel!, request, {
      refusedLines: [{ lineId: bench!.id, note: 'There is one already.' }],
    });
    expect(request).toMatchObject({
      status: 'pending-approval',
      estimatedNetCents: 1_726_000,
      estimatedGstCents: 155_340,
    });
    expect((await linesOf(request.id)).map(({ lineState, decisionNote }) => [lineState, decisionNote])).toEqual([
      ['open', null],
      ['open', null],
      ['rejected', 'There is one already.'],
    ]);
    const [entry] = await activityOf(request.id);
    expect(entry!.after).toMatchObject({
      refusedLines: ['1 Unit(s) Bench @ 1000.00 SR, 5310 OPS-COL: There is one already.'],
      estimatedNetCents: 1_726_000,
    });
    request = await approvePurchaseRequest(people.marie!, request, {});
    expect(request.status).toBe('pending-budget');
    const printed = await readPrintContent(prf, await purchaseRequests.get(people.hannah!, request.id));
    expect(printed.lines.map(({ description }) => description)).toEqual(['Ramp', 'Handrail']);
  });

  test('needs a reason for each, a line of this request, and one that stays', async () => {
    const request = await sent('hannah', { lines: lines() });
    const [ramp, handrail, bench] = await linesOf(request.id);
    const faults = async (refusedLines: object[]) =>
      (await refusal(approvePurchaseRequest(people.daniel!, request, { refusedLines }))).errors.map(
        ({ path, code }) => [path, code],
      );
    expect(await faults([{ lineId: ramp!.id, note: ' ' }])).toEqual([['refusedLines.0.note', 'reason-needed']]);
    expect(await faults([{ lineId: uuid(), note: 'Not ours.' }])).toEqual([['refusedLines.0.lineId', 'not-a-choice']]);
    expect(await faults([ramp, handrail, bench].map((one) => ({ lineId: one!.id, note: 'No.' })))).toEqual([
      ['refusedLines', 'one-line-stays'],
    ]);
    expect((await linesOf(request.id)).every(({ lineState }) => lineState === 'open')).toBe(true);
  });

  test('is for whoever is asked, and a refused item does not come back with a revision', async () => {
    let request = await sent('hannah', { lines: lines() });
    const [, , bench] = await linesOf(request.id);
    const without = { refusedLines: [{ lineId: bench!.id, note: 'There is one already.' }] };
    expect(await refusal(approvePurchaseRequest(people.priya!, request, without))).toMatchObject({
      status: 409,
      code: 'not-waiting-for-you',
    });
    request = await approvePurchaseRequest(people.daniel!, request, without);
    request = await returnPurchaseRequest(people.marie!, request, { comment: 'Which budget?' });
    request = await submitPurchaseRequest(people.hannah!, request);
    expect((await linesOf(request.id)).map(({ description }) => description)).toEqual(['Ramp', 'Handrail']);
    expect(request).toMatchObject({ revision: 2, estimatedNetCents: 1_726_000 });
  });
});
