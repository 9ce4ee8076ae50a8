import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import '#lib/modules.server.ts';
import type { OpenForm } from '#lib/documents/form/page.server.ts';
import { saveDraft } from '#lib/on-records/drafts.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { requestFormPage } from '#lib/purchasing/purchase-request/form.server.ts';
import { readDocument } from '#lib/documents/reading.server.ts';
import {
  cancelPurchaseRequest,
  holdPurchaseRequest,
  purchaseRequestLife,
} from '#lib/purchasing/purchase-request/life.server.ts';
import { actsOn } from '#lib/documents/acts.server.ts';
import { purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import type { Actor } from '#lib/values/actor.ts';
import { pageOf, type FakePage } from '#tests/support/posted-page.ts';

// The browsers of Hannah, who asks, of Daniel, who heads her department, and of Priya, who leads purchasing, run no script.
const NEW = '/purchasing/purchase-requests/new/create';
const editOf = (id: string) => `/purchasing/purchase-requests/${id}/edit`;
let company: Company;
let hannah: Actor;
let daniel: Actor;
let priya: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [hannah, daniel, priya] = (await Promise.all(['requester', 'head', 'purchasing'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
});

const row = (no: number, cells: object) =>
  Object.fromEntries(Object.entries(cells).map(([name, text]) => [`lines.${no}.${name}`, String(text)]));
const blank = { kind: 'goods', description: '', quantity: '', unit: 'Piece(s)', unitPriceE4: '', gstCode: 'SR' };
const plaques = { ...blank, description: 'Granite plaque', quantity: '40', unitPriceE4: '39.50' };
const typed = (more: object = {}): Record<string, string> => ({
  title: 'Plaques for level 5',
  purpose: 'Replaces paper labels.',
  purchasePath: 'quotation',
  priority: 'normal',
  neededBy: '31/01/2099',
  requesterId: hannah.id,
  departmentId: company.departmentId('OPS'),
  deliverToAddressId: company.addressId('Site store'),
  expenseCategoryId: company.categoryId('5310'),
  costCenterId: company.costCenterId('OPS-COL'),
  ...row(0, plaques),
  ...more,
});

/** The same with the other button. */
const sent = (more: object = {}) => ({ ...typed(more), ...Object.fromEntries(new URLSearchParams('then=send')) });

async function post(actor: Actor, fields: Record<string, string>, id?: string) {
  const page = pageOf(id ? editOf(id) : NEW, { actor, fields });
  const record = id ? await readDocument(actor, purchaseRequestLife, id) : null;
  return { page, view: await requestFormPage(page, record) };
}

async function open(actor: Actor, id: string): Promise<OpenForm> {
  return (await requestFormPage(
    pageOf(editOf(id), { actor }),
    await readDocument(actor, purchaseRequestLife, id),
  )) as OpenForm;
}

/** What is said on the page of the document, to which the address of its form leads. */
async function ledAway(actor: Actor, id: string): Promise<string | undefined> {
  const page = pageOf(editOf(id), { actor });
  const { done } = await requestFormPage(page, await readDocument(actor, purchaseRequestLife, id));
  expect([done?.status, done?.headers.get('location')]).toEqual([303, `/purchasing/purchase-requests/${id}/show`]);
  return page.flashes[0]?.text;
}

/** The document that a post was answered with, as its page shows it. */
async function saved({ page, view }: { page: FakePage; view: { done: Response | undefined } }) {
  expect(view.done?.status).toBe(303);
  const id = /requests\/([^/]+)\/show$/.exec(view.done!.headers.get('location')!)![1]!;
  return { ...(await readDocument(hannah, purchaseRequestLife, id)), said: page.flashes[0]?.text };
}

const shown = (view: { done: Response | undefined }): OpenForm => {
  expect(view.done).toBeUndefined();
  return view as OpenForm;
};

/** What a browser sends back of the form as it is shown. */
function resent({ form, props }: OpenForm): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(form.values).map(([name, value]) => [name, String(value)])),
    version: String(props.record?.version),
    seen: props.seen,
  };
}

describe('a new document', () => {
  test('begins with what is known of the person, and with one blank row', async () => {
    const { props } = shown(await requestFormPage(pageOf(NEW, { actor: hannah }), null));
    expect(props.typed).toMatchObject({ requesterId: hannah.id, departmentId: company.departmentId('OPS'), title: '' });
    expect(props.typed.lines).toEqual([props.lines!.first]);
    expect(props.lines!.first).toMatchObject({ id: '', kind: 'goods', unit: 'Piece(s)', priceIncludesGst: false });
    expect(props).toMatchObject({ record: null, partial: false, faults: [], expected: { status: 'expected' } });
    expect(props.focus).toBe('lines.0.description');
  });

  test('begins with what the last one of the person said, else that of the department, and never with what is not in use', async () => {
    const typedBy = async (actor: Actor) => shown(await requestFormPage(pageOf(NEW, { actor }), null)).props.typed;
    const marie = await actorNamed('finance');
    const hintOf = ({ props }: OpenForm) => props.sections.find(({ name }) => name === 'usual')!.hint;
    expect(hintOf(shown(await requestFormPage(pageOf(NEW, { actor: marie }), null)))).toBeUndefined();
    expect(await typedBy(marie)).toMatchObject({ deliverToAddressId: '', expenseCategoryId: '', costCenterId: '' });
    const own = { deliverToAddressId: company.addressId('Kitchen'), costCenterId: company.costCenterId('OPS-CER') };
    const { id } = await saved(await post(hannah, typed({ ...own, priority: 'urgent', preferredVendor: 'Kian Huat' })));
    expect(hintOf(shown(await requestFormPage(pageOf(NEW, { actor: hannah }), null)))).toMatch(
      /^Filled in from your last/,
    );
    expect(hintOf(await open(hannah, id))).toBeUndefined();
    const last = { ...own, expenseCategoryId: company.categoryId('5310') };
    expect(await typedBy(hannah)).toMatchObject({ ...last, priority: 'normal', preferredVendor: '', neededBy: '' });
    expect(daniel.mainDepartmentId).toBe(hannah.mainDepartmentId);
    expect(await typedBy(daniel)).toMatchObject({ ...last, requesterId: daniel.id });
    await sql`update cost_centers set status = 'inactive' where id = ${own.costCenterId}`.execute(db);
    expect(await typedBy(hannah)).toMatchObject({ ...last, costCenterId: '' });
    await sql`update cost_centers set status = 'active' where id = ${own.costCenterId}`.execute(db);
  });

  test('offers places of delivery before the billing address', async () => {
    const { props } = shown(await requestFormPage(pageOf(NEW, { actor: hannah }), null));
    const places = props.sections.flatMap(({ fields }) => fields).find(({ name }) => name === 'deliverToAddressId')!;
    expect(places.choices!.map(({ label }) => label)).toEqual([
      'Kitchen',
      'Site store',
      'North Terrace',
      'Accounts payable',
      'Registered office',
    ]);
  });

  test('folds what is rarely needed, and unfolds it where it says more than usual or is wrong', async () => {
    const foldOf = ({ props }: OpenForm) => props.sections.find(({ name }) => name === 'more')!.fold;
    expect(foldOf(shown(await requestFormPage(pageOf(NEW, { actor: hannah }), null)))).toBe('closed');
    const plain = await saved(await post(hannah, typed()));
    expect(foldOf(await open(hannah, plain.id))).toBe('closed');
    const urgent = await saved(await post(hannah, typed({ priority: 'urgent' })));
    expect(foldOf(await open(hannah, urgent.id))).toBe('open');
    expect(foldOf(shown((await post(hannah, typed({ preferredVendor: 'x'.repeat(200) }))).view))).toBe('open');
  });

  test('without a title is called after its first item', async () => {
    const request = await saved(await post(hannah, typed({ title: '' })));
    expect(request.title).toBe('Granite plaque');
    const { view } = await post(hannah, typed({ title: '', ...row(0, blank) }));
    expect(shown(view).props.faults.map(({ path }) => path)).toEqual(['title']);
  });

  test('is a draft when it is saved; rows that were opened and left are not lines', async () => {
    const request = await saved(await post(hannah, typed({ ...row(1, blank), ...row(2, plaques) })));
    expect(request).toMatchObject({ status: 'draft', number: null, title: 'Plaques for level 5' });
    expect(request.lines.map(({ description, unitPriceE4 }) => [description, unitPriceE4])).toEqual([
      ['Granite plaque', 395_000],
      ['Granite plaque', 395_000],
    ]);
    expect(request.said).toContain('Plaques for level 5');
  });

  test('is saved and sent at once, and has its number', async () => {
    const request = await saved(await post(hannah, sent()));
    expect(request.status).toBe('pending-approval');
    expect(request.said).toContain(request.number);
  });

  test('that cannot be sent is not saved either, and all that was typed is there again', async () => {
    const count = () => db.selectFrom('purchaseRequests').select(db.fn.countAll().as('n')).executeTakeFirstOrThrow();
    const before = await count();
    const { page, view } = await post(hannah, sent({ neededBy: '31/01/2020', idempotencyKey: 'no key' }));
    const { props } = shown(view);
    expect(page.response.status).toBe(422);
    expect(props.faults).toEqual([{ path: 'neededBy', message: expect.stringContaining('31/01/2020') }]);
    expect(props).toMatchObject({ changed: true, typed: { neededBy: '31/01/2020', title: 'Plaques for level 5' } });
    expect(await count()).toEqual(before);
  });

  test('that cannot be sent says in one round what saving and what sending refuses', async () => {
    const without = { expenseCategoryId: '', purpose: '', purchasePath: 'agreement', priority: 'urgent' };
    const { props } = shown((await post(hannah, sent(without))).view);
    expect(props.faults.map(({ path }) => path).toSorted()).toEqual([
      'expenseCategoryId',
      'priorityReason',
      'purchasePath',
      'purpose',
    ]);
    // As a draft, only what a draft cannot be without.
    const draft = shown((await post(hannah, typed(without))).view);
    expect(draft.props.faults.map(({ path }) => path).toSorted()).toEqual(['expenseCategoryId', 'purpose']);
  });

  test('opened again, its items are charged as the request is, and follow it', async () => {
    const { id } = await saved(
      await post(hannah, typed(row(1, { ...plaques, expenseCategoryId: company.categoryId('5110') }))),
    );
    const view = await open(hannah, id);
    expect(view.props.typed.lines.map((line) => line['expenseCategoryId'])).toEqual(['', company.categoryId('5110')]);
    const moved = await saved(
      await post(hannah, { ...resent(view), expenseCategoryId: company.categoryId('5410') }, id),
    );
    expect(moved.lines.map(({ expenseCategoryId }) => expenseCategoryId)).toEqual([
      company.categoryId('5410'),
      company.categoryId('5110'),
    ]);
  });

  test('a fault of a line names the row that is shown', async () => {
    const { view } = await post(hannah, typed({ ...row(1, blank), ...row(2, { ...plaques, quantity: 'forty' }) }));
    const { props } = shown(view);
    expect(props.faults.map(({ path }) => path)).toEqual(['lines.1.quantity']);
    expect(props.typed.lines[1]).toMatchObject({ quantity: 'forty' });
    expect(props.typed.lines).toHaveLength(2);
  });

  test('keeps its key while it is posted again or restored, so that it is made once', async () => {
    const first = shown(await requestFormPage(pageOf(NEW, { actor: hannah }), null)).props.idempotencyKey!;
    const again = await post(hannah, typed({ purpose: '', idempotencyKey: first }));
    expect(shown(again.view).props.idempotencyKey).toBe(first);
    await saveDraft(hannah, NEW, { data: { title: ['Plaques'], idempotencyKey: [first] } });
    const restored = shown(await requestFormPage(pageOf(`${NEW}?restore`, { actor: hannah }), null));
    expect(restored.props).toMatchObject({ idempotencyKey: first, typed: { title: 'Plaques' }, changed: true });
    const other = shown(await requestFormPage(pageOf(NEW, { actor: hannah }), null));
    expect([other.form.draft?.restored, other.props.focus, restored.props.focus]).toEqual([
      false,
      'lines.0.description',
      'lines.0.description',
    ]);
    expect(other.props.idempotencyKey).not.toBe(first);
  });
});

describe('a document that stands', () => {
  test('keeps the lines that come back, takes those away that do not, and adds the others', async () => {
    const fields = typed({ ...row(1, { ...plaques, description: 'Fixing set' }) });
    const request = await saved(await post(hannah, fields));
    const form = resent(await open(hannah, request.id));
    expect(form['lines.0.id']).toBe(request.lines[0]!.id);
    const changed = {
      ...Object.fromEntries(Object.entries(form).filter(([name]) => !name.startsWith('lines.1.'))),
      'lines.0.quantity': '41',
      ...row(2, { ...plaques, description: 'Delivery' }),
    };
    const after = await saved(await post(hannah, changed, request.id));
    expect(after.lines.map(({ description, quantity }) => [description, quantity])).toEqual([
      ['Granite plaque', 41],
      ['Delivery', 40],
    ]);
    expect(after.lines[0]!.id).toBe(request.lines[0]!.id);
    expect(request.lines.map(({ id }) => id)).not.toContain(after.lines[1]!.id);
  });

  test('leads to its page with the reason where it cannot be changed now, and a post is refused', async () => {
    const request = await saved(await post(hannah, sent()));
    expect(await ledAway(hannah, request.id)).toBe(
      'It cannot be changed while it is waiting for a decision. Withdraw it first.',
    );
    const { page, view: answer } = await post(hannah, { ...typed({ title: 'Others' }), version: '2' }, request.id);
    expect(page.response.status).toBe(409);
    expect(shown(answer).props.problem).toBeTruthy();
    expect((await readDocument(hannah, purchaseRequestLife, request.id)).title).toBe('Plaques for level 5');
  });

  test('names the status, the right or the hold that keeps it closed', async () => {
    const request = await saved(await post(hannah, sent()));
    await sql`update purchase_requests set status = 'pending-budget' where id = ${request.id}`.execute(db);
    expect(await ledAway(hannah, request.id)).toBe(
      'You do not have the right to change this while the status is “Pending budget”.',
    );
    await holdPurchaseRequest(priya, request, { reason: 'The budget is being looked at' });
    expect(await ledAway(priya, request.id)).toBe('This is on hold: The budget is being looked at');
    const draft = await saved(await post(hannah, typed()));
    await cancelPurchaseRequest(hannah, draft, {});
    expect(await ledAway(hannah, draft.id)).toBe('This cannot be changed while the status is “Cancelled”.');
    expect((await actsOn(hannah, purchaseRequest, draft.id)).find(({ act }) => act === 'edit')).toMatchObject({
      reason: 'locked-in-status',
      params: { status: 'purchasing.purchaseRequest.statuses.cancelled' },
    });
  });

  test('after its approval shows and takes only what nobody decided on', async () => {
    const { id } = await saved(await post(hannah, sent()));
    await sql`update purchase_requests set status = 'pending-budget' where id = ${id}`.execute(db);
    const view = await open(priya, id);
    expect(view.props).toMatchObject({ partial: true, lines: null, asks: null, expected: null });
    expect(view.props.sections.flatMap(({ fields }) => fields.map(({ name }) => name))).toEqual([
      'neededBy',
      'title',
      'deliverToAddressId',
      'priority',
      'priorityReason',
    ]);
    const fields = { ...resent(view), title: 'Plaques, level 5', purpose: 'Another one', 'lines.0.quantity': '99' };
    const after = await saved(await post(priya, fields, id));
    expect(after).toMatchObject({ title: 'Plaques, level 5', purpose: 'Replaces paper labels.' });
    expect(after.lines[0]!.quantity).toBe(40);
  });

  test('that somebody else changed meanwhile is shown with both, lines included', async () => {
    const { id } = await saved(await post(hannah, typed()));
    const [mine, hers] = [resent(await open(hannah, id)), resent(await open(daniel, id))];
    await saved(await post(daniel, { ...hers, 'lines.0.quantity': '50' }, id));
    const { page, view } = await post(hannah, { ...mine, title: 'Plaques for all levels' }, id);
    const { form, props } = shown(view);
    expect(page.response.status).toBe(409);
    expect(form.conflict?.changes.map(({ name, typedToo }) => [name, typedToo])).toEqual([['lines', false]]);
    expect(props.typed).toMatchObject({ title: 'Plaques for all levels', lines: [{ quantity: '50' }] });
    const { lines } = await saved(await post(hannah, resent(view as OpenForm), id));
    expect(lines.map(({ quantity }) => quantity)).toEqual([50]);
  });
});
