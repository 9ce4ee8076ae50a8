import { instantNow } from '#lib/values/time.ts';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Tx } from '#lib/process/database/database.server.ts';
import { jsonText, type Table } from '#lib/process/database/table.ts';
import { queueMail } from '#lib/process/mail/outbox.server.ts';
import type { MailReader } from '#lib/process/mail/person-mail.server.ts';
import { queueChat } from './chat-bot.server.ts';
import { declarationOf, type Channels, type EventName, type MailChannel } from './events.ts';
import { letterFor, type MailAct } from './letter.server.ts';
import type { StoredEvent } from './notification-text.server.ts';

export interface NotificationRow extends StoredEvent {
  id: string;
  userId: string;
  key: string;
  entityId: string | null;
  link: string;
  createdAt: string;
  inApp: boolean;
  isTask: boolean;
  inDigest: boolean;
  readAt: string | null;
  settledAt: string | null;
  digestedAt: string | null;
}

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    notifications: Table<NotificationRow, 'createdAt', 'params'>;
    notificationPreferences: {
      userId: string;
      event: string;
      inApp: boolean;
      mail: MailChannel;
      chat: boolean;
    };
    notificationDigests: Table<{ userId: string; day: string; sentAt: string }, 'sentAt'>;
  }
}

export interface Notice {
  event: EventName;
  /** Ids of people. Inactive people are not notified; the caller leaves out the actor. */
  to: readonly string[];
  /** Its subject; `number` is the name people use. */
  entity?: { name: string; id: string; number: string | null };
  /** Values for its texts. `quote` is a text written by somebody, with its own line breaks. */
  params?: Record<string, unknown>;
  /** The page that shows it: a path in the app. */
  link: string;
  /** False suppresses the mail, for example where a separate mail is sent. */
  mail?: boolean;
  /** The act of the mail's button instead of opening `link`; its path is made for each mail sent at once. */
  mailAct?: { name: MailAct; path: () => string | Promise<string> };
  /** Identifies the event: 'approval-task:<id>'. Nobody is notified twice under the same key. */
  key: string;
}

/**
 * Notifies people of an event, in its transaction: one record for each, and from there by mail and chat-bot by their
 * preferences. Repeated under one key, by whomever and however many at once, it reaches a person once: a unique
 * index ensures that. Returns the people who were notified now.
 */
export async function notify(tx: Tx, notice: Notice): Promise<string[]> {
  const people = await readersOf(tx, notice);
  if (people.length === 0) return [];
  const { event, entity, params = {}, link, key } = notice;
  const { isTask = false } = declarationOf(event);
  const added = await tx
    .insertInto('notifications')
    .values(
      people.map((person) => ({
        id: uuid(),
        createdAt: instantNow(),
        userId: person.id,
        event,
        key,
        entity: entity?.name ?? null,
        entityId: entity?.id ?? null,
        entityNumber: entity?.number ?? null,
        params: jsonText(params),
        link,
        inApp: person.inApp || isTask,
        isTask,
        inDigest: person.mail === 'digest' && notice.mail !== false,
      })),
    )
    .onConflict((conflict) => conflict.columns(['userId', 'key']).doNothing())
    .returningAll()
    .execute();
  for (const row of added) {
    const person = people.find(({ id }) => id === row.userId)!;
    if (person.mail === 'at-once' && notice.mail !== false)
      await queueMail(tx, {
        to: person.email,
        userId: person.id,
        kind: 'notification',
        letter: letterFor(
          row,
          person,
          notice.mailAct && { name: notice.mailAct.name, path: await notice.mailAct.path() },
        ),
      });
    if (person.chat) await queueChat(tx, row.id);
  }
  return added.map(({ userId }) => userId);
}

/** The events with these keys are settled: their notifications count as read, for everybody. */
export async function settleNotifications(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`update notifications set settled_at = now(), read_at = coalesce(read_at, now()) where key = any(${keys}::text[]) and settled_at is null`.execute(
    tx,
  );
}

/**
 * The active ones among the people, each with their channels; always in the same order, so that concurrent calls do not
 * deadlock.
 */
async function readersOf(tx: Tx, { event, to }: Notice): Promise<(MailReader & Channels)[]> {
  const usual = declarationOf(event);
  const { rows } = await sql<MailReader & Channels>`
    select u.id, u.full_name, u.email, u.language, coalesce(p.in_app, ${usual.inApp}) as in_app, coalesce(p.mail, ${usual.mail}) as mail, coalesce(p.chat, ${usual.chat}) as chat
    from users u left join notification_preferences p on p.user_id = u.id and p.event = ${event}
    where u.id = any(${[...new Set(to)]}::uuid[]) and u.status = 'active' order by u.id`.execute(tx);
  return rows;
}
