import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { inboxPage } from '#lib/approvals/inbox/inbox-page.server.ts';
import { approvalKind } from '#lib/approvals/kinds.server.ts';
import '#lib/modules.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import {
  approvePurchaseRequest,
  returnPurchaseRequest,
  submitPurchaseRequest,
  purchaseRequestLife,
} from '#lib/purchasing/purchase-request/life.server.ts';
import { updatePurchaseRequest } from '#lib/purchasing/purchase-request/writing.server.ts';
import { readDocument } from '#lib/documents/reading.server.ts';
import { pageOf } from '#tests/support/posted-page.ts';
import { english } from '#tests/support/printed-requests.ts';
import { refusal } from '#tests/support/refusal.ts';

// Hannah asks for plaques, Daniel sends them back, she sends them again with another price.
let company: Company;
let hannah: Actor;
let daniel: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [hannah, daniel] = (await Promise.all(['requester', 'head'].map(actorNamed))) as [Actor, Actor];
});

const inboxOf = async (docId: string) => {
  const { inbox } = await inboxPage(pageOf('/approvals', { actor: daniel }));
  return inboxPage(
    pageOf(`/approvals?task=${inbox.items.find((item) => item.docId === docId)!.taskId}`, { actor: daniel }),
  );
};

test('what changed since it was returned stands before the decision, and nothing where nothing did', async () => {
  const request = await submitPurchaseRequest(hannah, await draftRequest(hannah, company, { netCents: 400_000 }));
  expect((await inboxOf(request.id)).differences).toBeNull();
  const returned = await returnPurchaseRequest(daniel, request, { comment: 'Ask for a better price.' });
  const full = await readDocument(hannah, purchaseRequestLife, returned.id);
  const changed = await updatePurchaseRequest(hannah, returned, {
    ...full,
    lines: full.lines.map((line) => ({ ...line, unitPriceE4: 35_000_000 })),
  });
  await submitPurchaseRequest(hannah, changed);
  const { differences } = await inboxOf(request.id);
  expect(differences).toMatchObject({ since: 'last-time' });
  expect(differences!.changes.map(({ label, before, after }) => [label, before, after])).toContainEqual([
    'Net',
    '4,000.00',
    '3,500.00',
  ]);
});

test('a document that is no longer what was sent cannot be decided, and says in what', async () => {
  const request = await submitPurchaseRequest(hannah, await draftRequest(hannah, company, { netCents: 400_000 }));
  await sql`update purchase_request_lines set quantity = 99 where purchase_request_id = ${request.id}`.execute(db);
  const { differences } = await inboxOf(request.id);
  expect(differences).toMatchObject({
    since: 'sent',
    changes: [
      {
        label: 'Granite plaque, 300 × 200 mm',
        before: expect.stringMatching(/^1 Piece/),
        after: expect.stringMatching(/^99 Piece/),
      },
    ],
  });
  expect(await refusal(approvePurchaseRequest(daniel, request, {}))).toMatchObject({
    status: 409,
    code: 'document-changed',
  });
});

test('an approver sees what an item cost the last time it was approved, and nothing of what was refused', async () => {
  const lines = (unitPriceE4: number) => [
    {
      description: 'Bronze fixing set',
      quantity: 1,
      unit: 'Piece(s)',
      unitPriceE4,
      gstCode: 'SR',
      expenseCategoryId: company.categoryId('5310'),
      costCenterId: company.costCenterId('OPS-COL'),
    },
  ];
  const ask = async (unitPriceE4: number) =>
    submitPurchaseRequest(hannah, await draftRequest(hannah, company, { lines: lines(unitPriceE4) }));
  const noteOf = async ({ id }: { id: string }) =>
    (await approvalKind('PR').preview(daniel, id, english)).table!.rows[0]!.note;
  const first = await ask(40_000_000);
  expect(await noteOf(first)).toBe('');
  await ask(99_000_000);
  expect(await noteOf(await ask(41_000_000))).toBe('');
  await approvePurchaseRequest(daniel, first, {});
  expect(await noteOf(await ask(41_000_000))).toMatch(/^Last price 4,000\.00, \d\d\/\d\d\/\d{4}$/);
});
