import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { chainOf } from '#lib/approvals/approval-chain.server.ts';
import '#lib/modules.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { expectedForRequest } from '#lib/purchasing/purchase-request/asked.server.ts';
import { rejectPurchaseRequest, submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { withdrawPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { refusal } from '#tests/support/refusal.ts';
import type { PurchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';

// Hannah needs plaques for S$ 9,000 and sends two requests of 4,500: each is the head's alone, together they are finance's too.
let company: Company;
let hannah: Actor;
let daniel: Actor;
let priya: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany({ addsUp: true });
  [hannah, daniel, priya] = (await Promise.all(['requester', 'head', 'purchasing'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
});

beforeEach(() =>
  sql`update purchase_requests set submitted_at = now() - interval '31 days' where submitted_at is not null`.execute(
    db,
  ),
);

const HALF = 450_000;
const draft = (more: object = {}) => draftRequest(hannah, company, { netCents: HALF, ...more });
const sent = async (more: object = {}) => submitPurchaseRequest(hannah, await draft(more));
const other = () => {
  const charged = { expenseCategoryId: company.categoryId('5110'), costCenterId: company.costCenterId('OPS-COL') };
  return {
    ...charged,
    lines: [
      { description: 'Paper', quantity: 1, unit: 'Piece(s)', unitPriceE4: HALF * 100, gstCode: 'SR', ...charged },
    ],
  };
};
const route = async ({ id }: PurchaseRequest) => {
  const chain = (await chainOf('PR', id))!;
  return {
    steps: chain.steps.length,
    reasons: chain.reasons.map(({ code, params }) => [code, params.cents, params.numbers]),
    policy: chain.policy.name,
  };
};

test('two requests of one category in one department are taken together, and the higher tier says why', async () => {
  const first = await sent();
  expect(await route(first)).toMatchObject({ steps: 1, reasons: [] });
  const second = await sent();
  expect(await route(second)).toMatchObject({ steps: 2, reasons: [['split', 2 * HALF, [first.number]]] });
  expect(
    (await db.selectFrom('approvalInstances').select('flags').where('docId', '=', second.id).executeTakeFirstOrThrow())
      .flags,
  ).toEqual(['split']);
});

test('the writer is warned before sending, of exactly the route that follows; the request is not added up with itself', async () => {
  const first = await sent();
  const written = await draft();
  const question = {
    id: written.id,
    departmentId: company.departmentId('OPS'),
    netCents: HALF,
    expenseCategoryIds: [company.categoryId('5310')],
  };
  const expected = await expectedForRequest.ask(hannah, question);
  expect(expected.reasons).toEqual([
    { code: 'split', params: { cents: 2 * HALF, numbers: [first.number], limitCents: 600_000 } },
  ]);
  expect((await expectedForRequest.ask(hannah, { ...question, id: first.id })).reasons).toEqual([]);
  const second = await submitPurchaseRequest(hannah, written);
  const people = (steps: typeof expected.steps) => steps.flatMap((step) => step.people.map(({ fullName }) => fullName));
  expect(people((await chainOf('PR', second.id))!.steps)).toEqual(people(expected.steps));
});

test('numbers and sums of a department are told to nobody who could not ask there: Priya buys for Purchasing alone', async () => {
  const first = await sent();
  const hers = { departmentId: company.departmentId('PUR'), netCents: HALF };
  const theirs = {
    ...hers,
    departmentId: company.departmentId('OPS'),
    expenseCategoryIds: [company.categoryId('5310')],
  };
  expect((await expectedForRequest.ask(hannah, theirs)).reasons).toMatchObject([
    { params: { numbers: [first.number] } },
  ]);
  expect((await refusal(expectedForRequest.ask(priya, theirs))).errors).toMatchObject([
    { path: 'departmentId', code: 'not-their-department' },
  ]);
  expect((await refusal(expectedForRequest.ask(hannah, hers))).errors).toMatchObject([
    { path: 'departmentId', code: 'not-their-department' },
  ]);
  expect((await expectedForRequest.ask(priya, hers)).reasons).toEqual([]);
  // Farid of Grounds may ask on behalf of Hannah: he is told that more is added up, not what; nor may he open her request.
  const farid = await actorNamed('requester2');
  const onBehalf = await expectedForRequest.ask(farid, { ...theirs, requesterId: hannah.id });
  expect(onBehalf.steps).toHaveLength(2);
  expect(onBehalf.reasons).toEqual([{ code: 'split-with-others', params: { limitCents: 600_000 } }]);
  expect(await refusal(expectedForRequest.ask(farid, { ...theirs, id: first.id }))).toMatchObject({ status: 404 });
  expect(await refusal(expectedForRequest.ask(await actorNamed('director'), theirs))).toMatchObject({ status: 403 });
});

test('one vendor is enough, whatever the category and however the name is written', async () => {
  await sent({ preferredVendor: 'Hock Seng Stone Works', preferredVendorReason: 'Has the quarry.' });
  expect(
    await route(
      await sent({ ...other(), preferredVendor: ' hock seng STONE works ', preferredVendorReason: 'Has the quarry.' }),
    ),
  ).toMatchObject({ steps: 2 });
});

test('another category and no vendor in common, another department, or below every limit: nothing is added up', async () => {
  await sent();
  expect(await route(await sent(other()))).toMatchObject({ steps: 1, reasons: [] });
  const own = await submitPurchaseRequest(priya, await draftRequest(priya, company, { netCents: HALF }));
  expect((await route(own)).reasons).toEqual([]);
  await sql`update purchase_requests set submitted_at = now() - interval '31 days' where submitted_at is not null`.execute(
    db,
  );
  await sent({ netCents: 20_000 });
  expect(await route(await sent({ netCents: 30_000 }))).toMatchObject({ reasons: [] });
});

test('what was sent more than the setting’s days ago, rejected or taken back does not count', async () => {
  const first = await sent();
  await sql`update purchase_requests set submitted_at = now() - interval '30 days' - interval '1 minute' where id = ${first.id}`.execute(
    db,
  );
  expect((await route(await sent())).reasons).toEqual([]);
  await sql`update purchase_requests set submitted_at = now() - interval '31 days' where submitted_at is not null`.execute(
    db,
  );
  await rejectPurchaseRequest(daniel, await sent(), { comment: 'No.' });
  await withdrawPurchaseRequest(hannah, await sent());
  expect((await route(await sent())).reasons).toEqual([]);
});

test('the window is the business’s own', async () => {
  const first = await sent();
  await sql`update purchase_requests set submitted_at = now() - interval '10 days' where id = ${first.id}`.execute(db);
  await sql`insert into settings (name, value, valid_from, reason) values ('purchasing.split-days', '7', now(), 'Shorter')`.execute(
    db,
  );
  await expect
    .poll(
      async () =>
        (
          await expectedForRequest.ask(hannah, {
            departmentId: company.departmentId('OPS'),
            netCents: HALF,
            expenseCategoryIds: [company.categoryId('5310')],
          })
        ).reasons,
    )
    .toEqual([]);
  await sql`insert into settings (name, value, valid_from, reason) values ('purchasing.split-days', '14', now(), 'Longer')`.execute(
    db,
  );
  await expect
    .poll(
      async () =>
        (
          await expectedForRequest.ask(hannah, {
            departmentId: company.departmentId('OPS'),
            netCents: HALF,
            expenseCategoryIds: [company.categoryId('5310')],
          })
        ).reasons.length,
    )
    .toBe(1);
});
