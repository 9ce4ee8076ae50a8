import { beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import type { Actor } from '#lib/values/actor.ts';
import { checkChain } from '#lib/activity/log-chain.server.ts';
import { today } from '#lib/values/time.ts';
import { issueNumber } from '#lib/numbering/numbering.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { addAttachment, removeAttachment } from '#lib/on-records/attachments.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { addStoredFile } from '#lib/process/files/files.server.ts';
import { approvePurchaseRequest, submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { withdrawPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';

// Everybody at the same moment, over real connections.
let company: Company;
let hannah: Actor;
let nurul: Actor;
let omar: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  // A second approver of Operations stands beside Nurul, so that one of two is enough.
  await sql`insert into department_approvers (department_id, user_id, limit_cents) values (${company.departmentId('OPS')}, ${company.userId('duty')}, 100000)`.execute(
    db,
  );
  [hannah, nurul, omar] = (await Promise.all(['requester', 'approver', 'duty'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
});

const valuesOf = async (): Promise<number[]> => {
  const { rows } = await sql<{
    value: number;
  }>`select value from issued_numbers where doc_type = 'PR' order by value`.execute(db);
  return rows.map(({ value }) => value);
};
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test('thirty requests sent at once get the numbers 1 to 30, none twice and none left out', async () => {
  const drafts = [];
  for (let count = 0; count < 30; count += 1) drafts.push(await draftRequest(hannah, company));
  const sent = await Promise.all(drafts.map((draft) => submitPurchaseRequest(hannah, draft)));
  const numbers = sent.map(({ number }) => number).toSorted();
  expect(numbers).toEqual(upTo(30).map((value) => `PR-SWG-${today().slice(0, 4)}-${String(value).padStart(5, '0')}`));
  expect(await valuesOf()).toEqual(upTo(30));
});

test('a submission that fails after its number was taken gives the number back', async () => {
  const drafts = await Promise.all([1, 2, 3].map(() => draftRequest(hannah, company)));
  const taken: string[] = [];
  const failing = transaction(async (tx) => {
    taken.push(await issueNumber(tx, 'PR', company.entityId, drafts[0]!.id));
    throw new Error('the power fails');
  });
  await Promise.all([
    expect(failing).rejects.toThrow('the power fails'),
    submitPurchaseRequest(hannah, drafts[1]!),
    submitPurchaseRequest(hannah, drafts[2]!),
  ]);
  expect(taken).toHaveLength(1);
  expect(await valuesOf()).toEqual(upTo(32));
});

test('the same button pressed five times at once sends one request', async () => {
  const draft = await draftRequest(hannah, company);
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => submitPurchaseRequest(hannah, draft)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(
    results.filter(
      (result) =>
        result.status === 'rejected' && result.reason instanceof Refusal && result.reason.code === 'stale-version',
    ),
  ).toHaveLength(4);
  expect(await valuesOf()).toEqual(upTo(33));
});

test('of two approvers at the same moment one decides and the other reads who', async () => {
  const request = await submitPurchaseRequest(hannah, await draftRequest(hannah, company));
  const results = await Promise.allSettled([nurul, omar].map((actor) => approvePurchaseRequest(actor, request, {})));
  const won = results.findIndex(({ status }) => status === 'fulfilled');
  const lost = results[1 - won] as PromiseRejectedResult;
  expect(results[won]).toMatchObject({ value: { status: 'pending-budget' } });
  expect(lost.reason).toMatchObject({
    status: 409,
    code: 'decided-meanwhile',
    details: { params: { name: [nurul, omar][won]!.fullName } },
  });
});

test('an approval and a withdrawal at the same moment: one of them happens', async () => {
  for (let round = 0; round < 5; round += 1) {
    const request = await submitPurchaseRequest(hannah, await draftRequest(hannah, company));
    const [approved, withdrawn] = await Promise.allSettled([
      approvePurchaseRequest(nurul, request, {}),
      withdrawPurchaseRequest(hannah, request),
    ]);
    expect([approved.status, withdrawn.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const { rows } =
      await sql`select 1 from approval_tasks where doc_id = ${request.id} and status = 'pending'`.execute(db);
    expect(rows).toHaveLength(0);
  }
});

test('a specification taken away while its request is sent: one of them happens', async () => {
  const { storageKey } = await addStoredFile(hannah, 'plaque.txt', new TextEncoder().encode('Honed grey, engraved'));
  for (let round = 0; round < 5; round += 1) {
    const draft = await draftRequest(hannah, company, { netCents: 5_000_000 });
    const { id } = await addAttachment(hannah, 'purchase-request', draft.id, {
      fileName: storageKey,
      kind: 'specification',
    });
    const results = await Promise.allSettled([
      submitPurchaseRequest(hannah, draft),
      removeAttachment(hannah, 'purchase-request', draft.id, id),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  }
});

test('the log of all this is one unbroken chain', async () => {
  expect(await checkChain(today())).toMatchObject({ brokenAt: null });
});
