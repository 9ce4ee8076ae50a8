import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actorNamed, buildCompany } from '#db/seed/builders.ts';
import { seedFoundations } from '#db/seed/foundations.ts';
import { actorOfPerson } from '#lib/access/session/actor.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { activityOf } from '#lib/activity/activity.server.ts';
import '#lib/modules.server.ts';
import { sendDigests } from '#lib/notifications/digest.server.ts';
import { events, type EventName } from '#lib/notifications/events.ts';
import { notifyFinance } from '#lib/notifications/finance.server.ts';
import { markRead } from '#lib/notifications/notifications.server.ts';
import { notify } from '#lib/notifications/notify.server.ts';
import { choosePreferences, preferencesIn, preferencesOf } from '#lib/notifications/preferences.server.ts';
import { changeSetting, settingId } from '#lib/settings/business-settings-changes.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { consentsToPromotion } from '#lib/access/account/mail-consent.server.ts';
import { mailsTo } from '#tests/support/mails.ts';
import { refusal } from '#tests/support/refusal.ts';

// Marie wants comments in one mail a day; Hannah none of them; Daniel all at once, as everybody does who says nothing.
let marie: Actor;
let hannah: Actor;
let daniel: Actor;

beforeAll(async () => {
  await seedFoundations();
  await buildCompany();
  [marie, hannah, daniel] = (await Promise.all(['finance', 'requester', 'head'].map(actorNamed))) as [
    Actor,
    Actor,
    Actor,
  ];
});
beforeEach(async () => {
  await sql`delete from notifications`.execute(db);
  await sql`delete from notification_digests`.execute(db);
});

const SETTING = 'finance.notification-recipients';
let keys = 0;
const tell = (
  to: Actor[],
  event: EventName = 'comment.written',
  params: Record<string, unknown> = { author: 'Siti Aminah', quote: 'Please look.' },
) =>
  transaction((tx) =>
    notify(tx, { event, to: to.map(({ id }) => id), link: '/directory/teams', key: `test:${(keys += 1)}`, params }),
  );
const choose = (actor: Actor, chosen: Partial<Record<EventName, object>>, news = false) =>
  choosePreferences(actor, { events: chosen, news });
const mails = async ({ email }: Actor) => (await mailsTo(email)).length;
const unread = async ({ id }: Actor) => (await actorOfPerson(id))!.unreadCount;
/** 08:00 in Singapore. */
const morning = (day: string) => new Date(`${day}T08:00:00+08:00`);
const [FRIDAY, SATURDAY, MONDAY] = ['2026-11-20', '2026-11-21', '2026-11-23'];

describe('each chooses', () => {
  test('how to hear of an event: at once, in the overview, not at all; others are not touched by it', async () => {
    await choose(hannah, { 'comment.written': { inApp: false, mail: 'off' } });
    await choose(marie, { 'comment.written': { inApp: true, mail: 'digest' } });
    const before = await Promise.all([hannah, marie, daniel].map(mails));
    await tell([hannah, marie, daniel]);
    const after = await Promise.all([hannah, marie, daniel].map(mails));
    expect(after.map((count, index) => count - before[index]!)).toEqual([0, 0, 1]);
    expect(await Promise.all([hannah, marie, daniel].map(unread))).toEqual([0, 1, 1]);
    expect(
      await db.selectFrom('notifications').select(['inApp', 'inDigest']).where('userId', '=', hannah.id).execute(),
    ).toEqual([{ inApp: false, inDigest: false }]);
  });

  test('but decisions that wait stay in the bell', async () => {
    await choose(daniel, { 'approval.task-opened': { inApp: false, mail: 'off' } });
    expect((await preferencesOf(daniel)).events.find(({ event }) => event === 'approval.task-opened')).toMatchObject({
      inApp: true,
      mail: 'off',
      fixed: true,
    });
    await tell([daniel], 'approval.task-opened', {
      title: 'Plaques',
      amountCents: 100,
      requester: 'Hannah Lim',
      dueAt: new Date().toISOString(),
    });
    expect(await db.selectFrom('notifications').select('inApp').where('userId', '=', daniel.id).execute()).toEqual([
      { inApp: true },
    ]);
    await choose(daniel, { 'approval.task-opened': { inApp: true, mail: 'at-once', chat: true } });
  });

  test('keeps only what is otherwise than for everybody, and the log says what was chosen', async () => {
    const usual = events['comment.mentioned'];
    await choose(daniel, { 'comment.mentioned': { inApp: usual.inApp, mail: usual.mail, chat: usual.chat } });
    expect(
      await db.selectFrom('notificationPreferences').selectAll().where('userId', '=', daniel.id).execute(),
    ).toEqual([]);
    const [entry] = await activityOf(hannah.id);
    expect(entry).toMatchObject({
      eventCode: 'user.notifications-chosen',
      before: { notifications: [] },
      after: { notifications: ['comment.written: off'] },
    });
    const count = (await activityOf(hannah.id)).length;
    await choose(hannah, { 'comment.written': { inApp: false, mail: 'off' } });
    expect(await activityOf(hannah.id)).toHaveLength(count);
  });

  test('and is refused what there is not', async () => {
    expect(
      (await refusal(choose(hannah, { 'comment.written': { inApp: true, mail: 'by-pigeon' } }))).errors,
    ).toMatchObject([{ path: 'events.comment.written.mail', code: 'not-a-choice' }]);
    await choose(hannah, { 'comment.forged': { inApp: true, mail: 'off' } } as never);
    expect((await preferencesOf(hannah)).events.map(({ event }) => event)).toEqual(
      Object.keys(events).filter((name) => !('audience' in events[name as EventName])),
    );
  });

  test('a plain form says the same: an empty box is a no', async () => {
    const input = preferencesIn({
      event: ['comment.written', 'comment.mentioned'],
      'inApp.comment.mentioned': 'on',
      'mail.comment.written': 'off',
      'mail.comment.mentioned': 'digest',
      news: 'on',
    });
    await choosePreferences(hannah, input);
    const { events: chosen, news } = await preferencesOf(hannah);
    expect(
      chosen.filter(({ event }) => event.startsWith('comment')).map(({ event, inApp, mail }) => [event, inApp, mail]),
    ).toEqual([
      ['comment.mentioned', true, 'digest'],
      ['comment.written', false, 'off'],
    ]);
    expect([news, await consentsToPromotion(hannah.email)]).toEqual([true, true]);
    await choosePreferences(
      hannah,
      preferencesIn({
        event: 'comment.mentioned',
        'inApp.comment.mentioned': 'on',
        'mail.comment.mentioned': 'at-once',
      }),
    );
    expect(await consentsToPromotion(hannah.email)).toBe(false);
    expect((await preferencesOf(hannah)).events.find(({ event }) => event === 'comment.written')).toMatchObject({
      mail: 'off',
    });
  });
});

describe('the overview of the day', () => {
  test('is one mail with everything unread, in the reader’s language, and leads to each record', async () => {
    await db.updateTable('users').set({ language: 'de' }).where('id', '=', marie.id).execute();
    for (let n = 0; n < 3; n += 1)
      await tell([marie], 'comment.written', { author: 'Siti Aminah', quote: `Bitte ansehen, ${n}.` });
    const { id } = await db
      .selectFrom('notifications')
      .select('id')
      .where('userId', '=', marie.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    await markRead(marie, { id }, 'de');
    const before = await mails(marie);
    expect(await sendDigests(morning(MONDAY))).toEqual({ digests: 1 });
    expect(await mails(marie)).toBe(before + 1);
    const digest = (await mailsTo(marie.email)).at(-1)!;
    expect(digest).toMatchObject({ kind: 'digest', language: 'de', subject: 'Tagesübersicht: 2 Mitteilungen' });
    expect(digest.bodyText.match(/- Siti Aminah hat kommentiert/g)).toHaveLength(2);
    expect(digest.bodyText.match(/\/directory\/teams$/gm)).toHaveLength(2);
  });

  test('is sent once a day and repeats nothing, however many processes ask', async () => {
    await tell([marie]);
    const before = await mails(marie);
    const sent = await Promise.all(Array.from({ length: 6 }, () => sendDigests(morning(MONDAY))));
    expect(sent.reduce((sum, { digests }) => sum + digests, 0)).toBe(1);
    await tell([marie]);
    expect(await sendDigests(morning(MONDAY))).toEqual({ digests: 0 });
    expect(await sendDigests(morning('2026-11-24'))).toEqual({ digests: 1 });
    expect(await mails(marie)).toBe(before + 2);
    expect((await mailsTo(marie.email)).at(-1)!.subject).toBe('Tagesübersicht: 1 Mitteilung');
    expect(await sendDigests(morning('2026-11-25'))).toEqual({ digests: 0 });
  });

  test('rests at the weekend, and comes on Monday', async () => {
    await tell([marie]);
    expect(await sendDigests(morning(SATURDAY))).toEqual({ digests: 0 });
    expect(await sendDigests(morning(FRIDAY))).toEqual({ digests: 1 });
  });

  test('rests on a public holiday', async () => {
    await sql`insert into holidays (id, name, date) values (uuidv7(), 'Deepavali', ${MONDAY})`.execute(db);
    await tell([marie]);
    expect(await sendDigests(morning(MONDAY))).toEqual({ digests: 0 });
    await sql`delete from holidays where name = 'Deepavali'`.execute(db);
  });

  test('is not for whoever has left meanwhile', async () => {
    await tell([marie]);
    await sql`update users set status = 'suspended' where id = ${marie.id}`.execute(db);
    expect(await sendDigests(morning(MONDAY))).toEqual({ digests: 0 });
    await sql`update users set status = 'active' where id = ${marie.id}`.execute(db);
  });
});

describe('finance', () => {
  test('whom the setting names is notified once: people of ours as they prefer, other addresses by mail', async () => {
    const setRecipients = async (...emails: string[]) =>
      changeSetting(
        await actorNamed('admin'),
        SETTING,
        { id: settingId(SETTING), version: 1 },
        { value: emails.map((email) => ({ email })), reason: 'A new bookkeeper.' },
      );
    const notice = {
      event: 'business-entity.bank-changed',
      key: 'bank-changed:test',
      link: '/directory/business-entities',
      params: { entity: 'Stillwater', by: 'Siti Aminah' },
    } as const;
    const tellFinance = (doneBy: string | null) => transaction((tx) => notifyFinance(tx, doneBy, notice));
    await tellFinance(null);
    expect(await db.selectFrom('notifications').selectAll().where('key', '=', notice.key).execute()).toEqual([]);
    await setRecipients('Finance@garden.example', 'books@accountants.example', 'head@garden.example');
    await Promise.all([tellFinance(daniel.id), tellFinance(daniel.id), tellFinance(daniel.id)]);
    expect(
      (await db.selectFrom('notifications').select('userId').where('key', '=', notice.key).execute()).map(
        ({ userId }) => userId,
      ),
    ).toEqual([marie.id]);
    expect((await mailsTo('books@accountants.example')).map(({ subject }) => subject)).toHaveLength(1);
    expect((await preferencesOf(marie)).events.map(({ event }) => event)).toContain('business-entity.bank-changed');
    expect((await preferencesOf(hannah)).events.map(({ event }) => event)).not.toContain(
      'business-entity.bank-changed',
    );
  });
});
