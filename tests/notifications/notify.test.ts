import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany, draftRequest, type Company } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { actorOfPerson } from '#lib/access/session/actor.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { suspendUser } from '#lib/directory/user/suspension.server.ts';
import '#lib/modules.server.ts';
import {
  listNotifications,
  markRead,
  newestNotifications,
  bellStateOf,
} from '#lib/notifications/notifications.server.ts';
import { notify, settleNotifications, type Notice } from '#lib/notifications/notify.server.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { setWatching } from '#lib/on-records/watchers.server.ts';
import {
  approvePurchaseRequest,
  rejectPurchaseRequest,
  returnPurchaseRequest,
  submitPurchaseRequest,
} from '#lib/purchasing/purchase-request/life.server.ts';
import { withdrawPurchaseRequest } from '#lib/purchasing/purchase-request/life.server.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { refusal } from '#tests/support/refusal.ts';

// Hannah asks; Daniel, her head, and Marie of finance decide; Siti administers; Helen watches; Nurul is Daniel's approver for what is small.
let company: Company;
let siti: Actor;
let hannah: Actor;
let daniel: Actor;
let marie: Actor;
let helen: Actor;

beforeAll(async () => {
  await seedFoundations();
  company = await buildCompany();
  [siti, hannah, daniel, marie, helen] = (await Promise.all(
    ['admin', 'requester', 'head', 'finance', 'auditor'].map(actorNamed),
  )) as [Actor, Actor, Actor, Actor, Actor];
});

const now = async (actor: Actor) => (await actorOfPerson(actor.id))!;
const noticesTo = (actor: Actor, entityId: string) =>
  db
    .selectFrom('notifications')
    .selectAll()
    .where('userId', '=', actor.id)
    .where('entityId', '=', entityId)
    .orderBy('createdAt')
    .execute();
const send = async (netCents = 500_000) =>
  submitPurchaseRequest(hannah, await draftRequest(hannah, company, { netCents }));
const params = (text = '') => new URLSearchParams(text);
let keys = 0;
const notice = (to: Actor[], more: Partial<Notice> = {}): Notice => ({
  event: 'comment.written',
  to: to.map(({ id }) => id),
  link: '/directory/teams',
  key: `test:${(keys += 1)}`,
  params: { author: 'Siti Aminah', quote: 'Please look.' },
  ...more,
});
const tell = (one: Notice) => transaction((tx) => notify(tx, one));

describe('whoever is asked to decide', () => {
  test('hears of it in the bell and by a mail that leads to the record, and the bell counts the decision once', async () => {
    const before = await now(daniel);
    const request = await send();
    const [told, ...others] = await noticesTo(daniel, request.id);
    expect(others).toEqual([]);
    expect(told).toMatchObject({
      event: 'approval.task-opened',
      entityNumber: request.number,
      inApp: true,
      isTask: true,
      readAt: null,
      link: `/purchasing/purchase-requests/${request.id}/show`,
    });
    const mail = (await mailsTo('head@garden.example')).at(-1)!;
    expect(mail.subject).toBe(`Purchase request ${request.number} waits for your decision`);
    expect(mail.bodyText).toContain(`${config.publicOrigin}/purchasing/purchase-requests/${request.id}/show`);
    expect(mail.bodyText).toContain('S$ 5,450.00, from Hannah Lim. Please decide by ');
    const after = await now(daniel);
    expect([after.waitingCount - before.waitingCount, after.unreadCount - before.unreadCount]).toEqual([1, 0]);
  });

  test('is no longer asked by the bell once somebody of the step has decided, or the request is taken back', async () => {
    const request = await send(80_000);
    const asked = await db
      .selectFrom('approvalTasks')
      .select(['id', 'assigneeId'])
      .where('docId', '=', request.id)
      .execute();
    expect(asked.length).toBeGreaterThan(0);
    const unread = async () =>
      (
        await db
          .selectFrom('notifications')
          .select('userId')
          .where('entityId', '=', request.id)
          .where('isTask', '=', true)
          .where('readAt', 'is', null)
          .execute()
      ).length;
    expect(await unread()).toBe(asked.length);
    await withdrawPurchaseRequest(hannah, request);
    expect(await unread()).toBe(0);
  });
});

describe('the end of an approval', () => {
  test('notifies the requester and whoever watches and may open it, not whoever decided', async () => {
    const request = await send(1_000_000);
    await setWatching(helen, 'purchase-request', request.id, true);
    await db
      .insertInto('watchers')
      .values({ entity: 'purchase-request', entityId: request.id, userId: company.userId('nobody') })
      .execute();
    const half = await approvePurchaseRequest(daniel, request, {});
    expect((await noticesTo(hannah, request.id)).map(({ event }) => event)).toEqual([]);
    expect((await noticesTo(marie, request.id)).map(({ event }) => event)).toEqual(['approval.task-opened']);
    await approvePurchaseRequest(marie, half, { comment: 'Agreed.\nPlease order soon.' });
    for (const person of [hannah, helen, daniel])
      expect((await noticesTo(person, request.id)).at(-1)).toMatchObject({
        event: 'approval.approved',
        isTask: false,
        readAt: null,
        params: { by: 'Marie Lau', quote: 'Agreed.\nPlease order soon.' },
      });
    expect((await noticesTo(marie, request.id)).map(({ event }) => event)).toEqual(['approval.task-opened']);
    const nobody = await db
      .selectFrom('notifications')
      .selectAll()
      .where('userId', '=', company.userId('nobody'))
      .execute();
    expect(nobody).toEqual([]);
    expect((await mailsTo('requester@garden.example')).at(-1)).toMatchObject({
      subject: `Purchase request ${request.number} has been approved`,
      bodyText: expect.stringContaining('> Agreed.\n> Please order soon.'),
    });
  });

  test('a return and a rejection say who, and why', async () => {
    await returnPurchaseRequest(daniel, await send(), { comment: 'Please ask for the price of 40.' });
    const [back] = await newestNotifications(hannah, 'en', 1);
    expect(back).toMatchObject({
      event: 'approval.returned',
      text: expect.stringContaining('Daniel Koh returned it'),
      quote: 'Please ask for the price of 40.',
      unread: true,
    });
    await rejectPurchaseRequest(daniel, await send(), { comment: 'There are plaques in Store 1.' });
    expect((await newestNotifications(hannah, 'de', 1))[0]).toMatchObject({
      event: 'approval.rejected',
      title: expect.stringMatching(/^Bestellanforderung .* wurde abgelehnt$/),
    });
  });
});

describe('somebody who can no longer decide', () => {
  test('notifies administrators, and whoever is asked now reads in whose place', async () => {
    const request = await send();
    const { id, version } = await db
      .selectFrom('users')
      .select(['id', 'version'])
      .where('username', '=', 'head')
      .executeTakeFirstOrThrow();
    const kaiWen = await actorNamed('manager');
    const farah = await actorNamed('operations');
    await sql`insert into user_roles select ${farah.id}, id from roles where code = 'ADMINISTRATOR'`.execute(db);
    await suspendUser(siti, { id, version }, { reason: 'Is on leave for long.' });
    expect((await noticesTo(kaiWen, request.id)).map(({ event }) => event)).toContain('approval.task-reassigned');
    expect((await noticesTo(daniel, request.id)).find(({ isTask }) => isTask)!.readAt).not.toBeNull();
    const [told] = await newestNotifications(farah, 'en', 1);
    expect(told).toMatchObject({
      event: 'user.decisions-reassigned',
      link: `/directory/users/${id}/show`,
      title: 'Decisions of Daniel Koh reassigned',
    });
    expect(told!.text).toMatch(/^Siti Aminah reassigned 2 open decisions of Daniel Koh\. Now asked: .*\(\d+\)/);
    expect(await noticesTo(siti, id)).toEqual([]);
    await sql`delete from user_roles where user_id = ${farah.id} and role_id = (select id from roles where code = 'ADMINISTRATOR')`.execute(
      db,
    );
    await sql`update users set status = 'active' where id = ${id}`.execute(db);
  });
});

describe('a rule that finds nobody', () => {
  test('notifies administrators once, with the way to the policy; a rule that finds somebody does not', async () => {
    const kaiWen = await actorNamed('manager');
    const request = await submitPurchaseRequest(
      kaiWen,
      await draftRequest(kaiWen, company, { netCents: 500_000, departmentId: company.departmentId('MGT') }),
    );
    const found = (await noticesTo(siti, request.id)).filter(({ event }) => event === 'approval.nobody-found');
    const policy = await db
      .selectFrom('approvalInstances')
      .select('policyId')
      .where('docId', '=', request.id)
      .executeTakeFirstOrThrow();
    expect(found).toMatchObject([
      {
        link: `/settings/approval-policies/${policy.policyId}/show`,
        params: { step: 1, policy: 'Purchase requests to S$ 6,000', asked: 'Siti Aminah' },
      },
    ]);
    const told = (await newestNotifications(siti, 'en', 5)).find(({ id }) => id === found[0]!.id);
    expect(told).toMatchObject({ title: `Purchase request ${request.number}: no approver found` });
    const usual = await send();
    expect((await noticesTo(siti, usual.id)).map(({ event }) => event)).not.toContain('approval.nobody-found');
  });
});

describe('nobody is notified twice', () => {
  test('twenty transactions at once tell three people once each, in the bell and by mail', async () => {
    const one = notice([hannah, marie, helen]);
    const before = await Promise.all(
      ['requester', 'finance', 'auditor'].map(async (name) => (await mailsTo(`${name}@garden.example`)).length),
    );
    const told = await Promise.all(Array.from({ length: 20 }, () => tell(one)));
    expect(told.flat().toSorted()).toEqual([hannah.id, marie.id, helen.id].toSorted());
    const rows = await db.selectFrom('notifications').selectAll().where('key', '=', one.key).execute();
    expect(rows).toHaveLength(3);
    const after = await Promise.all(
      ['requester', 'finance', 'auditor'].map(async (name) => (await mailsTo(`${name}@garden.example`)).length),
    );
    expect(after.map((count, index) => count - before[index]!)).toEqual([1, 1, 1]);
  });

  test('the database keeps it, whoever writes', async () => {
    const one = notice([hannah]);
    await tell(one);
    await expect(
      sql`insert into notifications (id, user_id, event, key, link, in_app, is_task, in_digest) select uuidv7(), user_id, event, key, link, true, false, false from notifications where key = ${one.key}`.execute(
        db,
      ),
    ).rejects.toMatchObject({ code: '23505' });
  });

  test('what was undone notifies nobody, and whoever is not active is not notified', async () => {
    const one = notice([hannah]);
    await transaction(async (tx) => {
      await notify(tx, one);
      throw new Error('undone');
    }).catch(() => {});
    expect(await db.selectFrom('notifications').selectAll().where('key', '=', one.key).execute()).toEqual([]);
    await sql`update users set status = 'suspended' where id = ${company.userId('agent')}`.execute(db);
    expect(
      await tell({ ...notice([]), to: [company.userId('agent'), '01900000-0000-7000-8000-000000000000'] }),
    ).toEqual([]);
  });
});

describe('the own list', () => {
  test('is paged, narrowed to what is unread or of one kind, and nobody else’s', async () => {
    const kaiWen = await actorNamed('duty');
    for (let n = 0; n < 12; n += 1)
      await tell(
        notice(
          [kaiWen],
          n % 3 === 0 ? { event: 'document.reassigned', params: { title: `Paper ${n}`, from: 'Hannah Lim' } } : {},
        ),
      );
    const first = await listNotifications(kaiWen, params(), 'en');
    expect([first.items.length, first.total, first.counts]).toEqual([10, 12, { all: 12, unread: 12 }]);
    expect((await listNotifications(kaiWen, params('page=2'), 'en')).items).toHaveLength(2);
    expect((await listNotifications(kaiWen, params('kind=documents'), 'en')).items.map(({ kind }) => kind)).toEqual([
      'documents',
      'documents',
      'documents',
      'documents',
    ]);
    await markRead(kaiWen, { id: first.items[0]!.id }, 'en');
    expect((await listNotifications(kaiWen, params('type=unread&kind=documents&kind=comments'), 'en')).total).toBe(11);
    expect(await listNotifications(kaiWen, params('type=nonsense&page=-1&perPage=7'), 'en')).toMatchObject({
      type: 'all',
      page: 1,
      perPage: 10,
    });
    expect((await listNotifications(helen, params('perPage=100'), 'en')).items.map(({ id }) => id)).not.toContain(
      first.items[0]!.id,
    );
  });

  test('is read one by one, by the page that was opened, or as a whole up to an instant', async () => {
    const grace = await actorNamed('counter');
    const path = `/directory/teams/${company.entityId}/show`;
    await tell(notice([grace], { link: `${path}#timeline` }));
    await tell(notice([grace], { link: path }));
    await tell(notice([grace]));
    const until = new Date().toISOString();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await tell(notice([grace]));
    expect((await now(grace)).unreadCount).toBe(4);
    expect(await markRead(await now(grace), { path }, 'en')).toMatchObject({ unread: 2 });
    expect(await markRead(await now(grace), { until }, 'en')).toMatchObject({ unread: 1 });
    const [left] = (await listNotifications(grace, params('type=unread'), 'en')).items;
    expect(await refusal(markRead(helen, { id: left!.id }, 'en'))).toMatchObject({ status: 404 });
    expect(await refusal(markRead(grace, {}, 'en'))).toMatchObject({ status: 422 });
    expect(await refusal(markRead(grace, { id: left!.id, until }, 'en'))).toMatchObject({ status: 422 });
    expect(await markRead(await now(grace), { id: left!.id }, 'en')).toMatchObject({ unread: 0 });
    expect(await markRead(await now(grace), { id: left!.id }, 'en')).toMatchObject({ unread: 0 });
  });

  test('says what is new since an instant, and what waits, in the reader’s words', async () => {
    const cecilia = await actorNamed('kitchen');
    const after = new Date(Date.now() - 1_000).toISOString();
    expect(await bellStateOf(cecilia, params(`after=${after}`), 'en')).toMatchObject({ unread: 0, items: [] });
    await tell(notice([cecilia]));
    await tell(notice([cecilia]));
    const news = await bellStateOf(await now(cecilia), params(`after=${after}`), 'fr');
    expect(news).toMatchObject({ unread: 2, summary: '2 nouvelles notifications' });
    expect(news.items).toHaveLength(2);
    expect((await bellStateOf(await now(cecilia), params(`after=${news.at}`), 'fr')).items).toEqual([]);
    expect(await bellStateOf(await now(cecilia), params('after=yesterday'), 'fr')).toMatchObject({
      unread: 2,
      items: [],
    });
  });

  test('lets go of what waits no more, whoever had it', async () => {
    const one = notice([helen, marie]);
    await tell(one);
    await transaction((tx) => settleNotifications(tx, [one.key]));
    expect(
      (await db.selectFrom('notifications').select('readAt').where('key', '=', one.key).execute()).every(
        ({ readAt }) => readAt !== null,
      ),
    ).toBe(true);
  });
});
