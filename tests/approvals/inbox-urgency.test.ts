import { beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { chainOf } from '#lib/approvals/approval-chain.server.ts';
import { decisionDay } from '#lib/approvals/route.ts';
import { purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { urgencyMarks } from '#lib/records/urgency.ts';
import { approvalKind } from '#lib/approvals/kinds.server.ts';
import { inboxMarks } from '#lib/approvals/inbox/inbox-marks.server.ts';
import { readInbox, readInboxQuery, readTasks } from '#lib/approvals/inbox/inbox.server.ts';
import { nextDecision } from '#lib/approvals/inbox/next-decision.server.ts';
import { EVERYTHING } from '#lib/dashboards/board-filters.ts';
import { readingOf } from '#lib/dashboards/widget/type.server.ts';
import { waitingForMe } from '#lib/dashboards/widgets/approvals.server.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import { submitPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { searchAnswer } from '#lib/records/search/search-answer.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { addDays, today } from '#lib/values/time.ts';

// Hannah sends four requests; Daniel is asked about them in another order than they came.
let company: Company;
let daniel: Actor;
const t = translatorFor('en');

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  daniel = await actorNamed('head');
  const hannah = await actorNamed('requester');
  const send = async (title: string, dueInDays: number, more: object) => {
    const draft = await draftRequest(hannah, company, { title, netCents: 200_000, ...more });
    await submitPurchaseRequest(hannah, draft);
    await sql`update approval_tasks set due_at = now() + make_interval(days => ${dueInDays}) where status = 'pending' and doc_id = ${draft.id}`.execute(
      db,
    );
  };
  await send('Canopy', 5, { neededBy: addDays(today(), 4) });
  await send('Lanterns', 8, { priority: 'urgent', priorityReason: 'The festival is near.' });
  await send('Bearing', -1, { priority: 'critical', priorityReason: 'Nothing runs.', neededBy: addDays(today(), 1) });
  await send('Vases', 2, {});
});

const inbox = (actor: Actor) => readInbox(actor, readInboxQuery(new URLSearchParams()));

test('the inbox is in the order in which decisions are due, whatever came first', async () => {
  expect((await inbox(daniel)).items.map(({ title }) => title)).toEqual(['Bearing', 'Vases', 'Canopy', 'Lanterns']);
});

test('and after a decision goes on to the one that is due next', async () => {
  const query = readInboxQuery(new URLSearchParams());
  const next = await nextDecision(daniel, query, ({ title }) => title === 'Vases');
  expect(next!.title).toBe('Canopy');
});

test('each says why it presses, also that it is needed before the decision is due', async () => {
  const { items } = await inbox(daniel);
  const said = (tells: boolean) => items.map((item) => inboxMarks(item, t, tells).map(({ text }) => text));
  const needed = addDays(today(), 4).split('-').reverse().join('/');
  const before = `Needed on ${needed}, before the decision is due`;
  expect(said(true)).toEqual([['Critical', 'Due tomorrow'], [], [before], ['Urgent']]);
  expect(said(false)).toEqual([['Decision 1 day overdue', 'Critical'], [], [before], ['Urgent']]);
});

test('and its page says the same', async () => {
  const canopy = (await inbox(daniel)).items.find(({ title }) => title === 'Canopy')!;
  const chain = await chainOf('PR', canopy.docId);
  const beside = { decideBy: decisionDay(chain), tellsDecision: true };
  const row = { ...canopy.marking, status: canopy.docStatus };
  expect(urgencyMarks(purchaseRequest, row, t, beside)).toEqual(inboxMarks(canopy, t, true));
  expect(decisionDay(null)).toBeUndefined();
});

test('the widget and the preview say it before the title, too', async () => {
  const viewer = { actor: daniel, t, language: 'en' as const, today: today(), filters: EVERYTHING };
  const content = await waitingForMe.read(readingOf(viewer), {});
  expect(content).toMatchObject({
    kind: 'items',
    items: [
      { title: 'Bearing', marks: [{ urgency: 'late', text: 'Decision 1 day overdue' }, { text: 'Critical' }] },
      { title: 'Vases', marks: [] },
      { title: 'Canopy' },
      { title: 'Lanterns', marks: [{ urgency: 'urgent', text: 'Urgent' }] },
    ],
  });
  const [first] = (await inbox(daniel)).items;
  const preview = await approvalKind('PR').preview(daniel, first!.docId, { t, language: 'en' });
  expect(preview.marks!.map(({ text }) => text)).toEqual(['Critical', 'Due tomorrow']);
});

test('a search finds it with the same marks', async () => {
  const { groups } = await searchAnswer(daniel, { t, language: 'en' }, 'Bearing');
  const found = groups.flatMap(({ items }) => items).find(({ title }) => title.includes('Bearing'));
  expect(found!.marks.map(({ text }) => text)).toEqual(['Critical', 'Due tomorrow']);
});

test('of what is due on the same day what presses most comes first, whatever its hour, on every surface', async () => {
  const hannah = await actorNamed('requester');
  const later = addDays(today(), 40);
  const pressing: [title: string, column: 'purchasePath' | 'priority' | 'neededBy', value: string][] = [
    ['Calm', 'neededBy', addDays(today(), 60)],
    ['Urgent', 'priority', 'urgent'],
    ['Critical', 'priority', 'critical'],
    ['Late', 'neededBy', addDays(today(), -2)],
    ['Before', 'neededBy', addDays(today(), 30)],
    ['Emergency', 'purchasePath', 'emergency'],
  ];
  for (const [at, [title, column, value]] of pressing.entries()) {
    const more = { title, netCents: 200_000, neededBy: addDays(today(), 60) };
    const { id } = await submitPurchaseRequest(hannah, await draftRequest(hannah, company, more));
    await db
      .updateTable('purchaseRequests')
      .set({ [column]: value })
      .where('id', '=', id)
      .execute();
    await sql`update approval_tasks set due_at = ${`${later}T${9 + at}:00+08:00`.replace('T9', 'T09')}::timestamptz
      where status = 'pending' and doc_id = ${id}`.execute(db);
  }
  const order = ['Emergency', 'Before', 'Late', 'Critical', 'Urgent', 'Calm'];
  const items = (await inbox(daniel)).items.slice(-order.length);
  expect(items.map(({ title }) => title)).toEqual(order);
  const chosen = await readTasks(
    daniel,
    items.map(({ taskId }) => taskId),
  );
  expect(chosen.map(({ title }) => title)).toEqual(order);
  const next = await nextDecision(daniel, readInboxQuery(new URLSearchParams()), ({ title }) => title === 'Emergency');
  expect(next!.title).toBe('Before');
});
