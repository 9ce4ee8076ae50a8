import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { Ability } from '#lib/values/ability.ts';
import type { Actor } from '#lib/values/actor.ts';
import { inboxPage } from '#lib/approvals/inbox/inbox-page.server.ts';
import { readInbox, readInboxQuery, type InboxItem } from '#lib/approvals/inbox/inbox.server.ts';
import { approveMany } from '#lib/approvals/inbox/decide-several.server.ts';
import '#lib/modules.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { postedAct } from '#lib/documents/posted-act.server.ts';
import { purchaseRequestLife } from '#lib/purchasing/purchase-request/life.server.ts';
import { withdrawPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { purchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import { pageOf } from '#tests/support/posted-page.ts';
import { refusal } from '#tests/support/refusal.ts';

// Hannah of Operations sends requests; Daniel, her head, decides in his inbox, several at once and on the way out of his role.
let company: Company;
let hannah: Actor;
let daniel: Actor;
let marie: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [hannah, daniel, marie] = (await Promise.all(['requester', 'head', 'finance'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
});

async function sent(title: string): Promise<InboxItem> {
  await submitPurchaseRequest(hannah, await draftRequest(hannah, company, { title, netCents: 400_000 }));
  return (await waiting()).find((item) => item.title === title)!;
}
const waiting = async (query = '') => (await readInbox(daniel, readInboxQuery(new URLSearchParams(query)))).items;
const row = ({ taskId, docVersion }: InboxItem) => `${taskId}:${docVersion}`;
const statusOf = async (item: InboxItem) =>
  (await db.selectFrom('purchaseRequests').select('status').where('id', '=', item.docId).executeTakeFirstOrThrow())
    .status;
const withoutRequests = () => ({
  ...daniel,
  ability: new Ability(
    daniel.ability.permissions.filter(
      ({ subject }) => subject !== 'PurchaseRequest' && subject !== 'MyPurchaseRequest',
    ),
  ),
});

test('it is narrowed by department, and tells of which it can be', async () => {
  await sent('Ropes');
  const { departments } = await readInbox(daniel, readInboxQuery(new URLSearchParams()));
  expect(departments).toEqual([{ id: company.departmentId('OPS'), name: 'Operations' }]);
  expect((await waiting(`department=${company.departmentId('OPS')}`)).map(({ title }) => title)).toEqual(['Ropes']);
  expect(await waiting(`department=${company.departmentId('PUR')}`)).toEqual([]);
  expect((await waiting('department=nonsense')).map(({ title }) => title)).toEqual(['Ropes']);
});

test('several are shown together before they are approved; nothing happens by looking', async () => {
  const [one, two] = [await sent('Shovels'), await sent('Lamps')];
  const view = await inboxPage(
    pageOf(`/approvals?chosen=${one.taskId}&chosen=${two.taskId}&chosen=no-id`, { actor: daniel }),
  );
  expect(view.many!.open).toMatchObject({ items: [{ title: 'Shovels' }, { title: 'Lamps' }], gone: 1 });
  expect([await statusOf(one), await statusOf(two)]).toEqual(['pending-approval', 'pending-approval']);
});

test('each is approved by itself: one that was changed, taken back or is another’s says why, and the rest is done', async () => {
  const [good, changed, back] = [await sent('Buckets'), await sent('Gloves'), await sent('Masks')];
  await sql`update purchase_requests set version = version + 1 where id = ${changed.docId}`.execute(db);
  await withdrawPurchaseRequest(hannah, await purchaseRequests.get(hannah, back.docId));
  const outcomes = await approveMany(
    daniel,
    [good, changed, back].map(row).concat('0198c0de-0000-7000-8000-000000000000:1', row(good)),
    'Together.',
  );
  expect(outcomes.map(({ item, refused }) => [item?.title ?? null, refused?.code ?? 'done'])).toEqual([
    ['Buckets', 'done'],
    ['Gloves', 'stale-version'],
    ['Masks', 'taken-back-meanwhile'],
    [null, 'not-found'],
  ]);
  expect([await statusOf(good), await statusOf(changed), await statusOf(back)]).toEqual([
    'pending-budget',
    'pending-approval',
    'draft',
  ]);
  const task = await db
    .selectFrom('approvalTasks')
    .select('comment')
    .where('id', '=', good.taskId)
    .executeTakeFirstOrThrow();
  expect(task.comment).toBe('Together.');
  expect((await approveMany(marie, [row(changed)], ''))[0]!.refused).toMatchObject({ code: 'not-found' });
  expect(await refusal(approveMany(daniel, [], ''))).toMatchObject({ status: 422 });
});

test('what was refused and still waits stays chosen, with the comment', async () => {
  const item = await sent('Rakes');
  const view = await inboxPage(
    pageOf('/approvals', { actor: daniel, fields: { row: `${item.taskId}:1`, comment: 'As agreed.' } }),
  );
  expect(view.many).toMatchObject({
    open: { items: [{ title: 'Rakes' }], typed: 'As agreed.' },
    result: { outcomes: [{ refused: { code: 'stale-version' } }] },
  });
});

test('several are approved together or not at all: a form that names another act approves none', async () => {
  const item = await sent('Wheelbarrows');
  for (const act of ['reject', 'return', 'cancel', '__proto__']) {
    const page = pageOf('/approvals', { actor: daniel, fields: { row: row(item), act, comment: 'Too many.' } });
    expect(await refusal(inboxPage(page))).toMatchObject({ code: 'unknown-act', status: 422 });
  }
  expect(await statusOf(item)).toBe('pending-approval');
});

test('whose role changes in the middle of a click is told so; the words stay, and stand beside no other document', async () => {
  const [item] = [await sent('Hoses'), await sent('Pumps')];
  const fields = { act: 'return', version: String(item.docVersion), comment: 'Which length?' };
  const page = pageOf(`/approvals?task=${item.taskId}`, { actor: withoutRequests(), fields });
  const view = await inboxPage(page);
  expect(page.response.status).toBe(409);
  expect(view).toMatchObject({
    chosen: null,
    posted: {
      typed: 'Which length?',
      problem:
        'Your rights have changed: you can no longer open this, so you cannot decide it. Please ask an administrator.',
    },
  });
  expect(await statusOf(item)).toBe('pending-approval');
});

test('what was decided in the meantime keeps what the slower one wrote in sight', async () => {
  const item = await sent('Nails');
  await approveMany(daniel, [row(item)], '');
  const view = await inboxPage(
    pageOf(`/approvals?task=${item.taskId}`, {
      actor: daniel,
      fields: { act: 'reject', version: String(item.docVersion), comment: 'Too many.' },
    }),
  );
  expect(view).toMatchObject({
    chosen: { title: 'Nails', status: 'approved' },
    posted: { typed: 'Too many.', problem: expect.stringContaining('Daniel Koh') },
  });
});

const decidedIn = async (item: InboxItem, query = '') =>
  (
    await inboxPage(
      pageOf(`/approvals?task=${item.taskId}${query}`, {
        actor: daniel,
        fields: { act: 'approve', version: String(item.docVersion), comment: '' },
      }),
    )
  ).done!.headers.get('location');

test('after a decision the next one is shown, after the last one the first, in the inbox as it is narrowed', async () => {
  for (const item of await waiting()) await approveMany(daniel, [row(item)], '');
  const [first, second, third] = [await sent('Vases'), await sent('Candles'), await sent('Ribbons')];
  expect(await decidedIn(second, '&age=due-today&amountFrom=1')).toBe('/approvals?age=due-today&amountFrom=1');
  expect(await decidedIn(first, '&amountFrom=1')).toBe(`/approvals?amountFrom=1&task=${third.taskId}`);
  const fourth = await sent('Bowls');
  expect(await decidedIn(fourth)).toBe(`/approvals?task=${third.taskId}`);
  expect(await decidedIn(third)).toBe('/approvals');
});

test('on a document opened from the inbox, as on a phone, a decision leads to the next one and at last to the inbox', async () => {
  const [first, second] = [await sent('Trays'), await sent('Jars')];
  const after = async ({ docId, docVersion }: InboxItem, query: string) =>
    (await postedAct(
      pageOf(`/purchasing/purchase-requests/${docId}/show${query}`, {
        actor: daniel,
        fields: { act: 'approve', version: String(docVersion), comment: '' },
      }),
      purchaseRequestLife,
      docId,
    ))!.done!.headers.get('location');
  expect(await after(first, '?inbox=amountFrom%3D1')).toBe(
    `/purchasing/purchase-requests/${second.docId}/show?inbox=amountFrom%3D1`,
  );
  expect(await after(second, '?inbox=')).toBe('/approvals');
  const third = await sent('Pots');
  await sent('Pans');
  expect(await after(third, '')).toBe(`/purchasing/purchase-requests/${third.docId}/show`);
});
