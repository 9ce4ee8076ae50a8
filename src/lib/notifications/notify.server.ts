import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Tx } from '#lib/process/database/database.server.ts';
import { queueMail } from '#lib/process/mail/outbox.server.ts';
import type { MailReader } from '#lib/process/mail/person-mail.server.ts';
import { queueChat } from './chat-bot.server.ts';
import { declarationOf, type Channels, type EventName, type MailWay } from './events.ts';
import { letterFor, type MailAct } from './letter.server.ts';
import { putIntoMailbox } from './mailbox-channel.server.ts';
import type { Happened } from './words.server.ts';

export interface NotificationRow extends Happened {
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
    notifications: NotificationRow;
    notificationPreferences: {
      userId: string;
      event: string;
      inApp: boolean;
      mail: MailWay;
      chat: boolean;
      mailbox: boolean;
    };
    notificationDigests: { userId: string; day: string; sentAt: string };
  }
}

export interface Notice {
  event: EventName;
  /** Ids of people. Whoever is not active is not told; who did it is left out by the caller. */
  to: readonly string[];
  /** What it is about; `number` is what people call it by. */
  entity?: { name: string; id: string; number: string | null };
  /** Values of its sentences. `quote` is what somebody wrote, in lines of its own. */
  params?: Record<string, unknown>;
  /** The page that shows it: a path of ours. */
  link: string;
  /** Never by mail when false, as where a mail of its own goes out. */
  mail?: boolean;
  /** What the mail's button does instead of opening `link`; its path is made for each mail that goes out at once. */
  mailAct?: { name: MailAct; path: () => Promise<string> };
  /** Names the happening: 'approval-task:<id>'. Whoever has been told under this key is not told again. */
  key: string;
}

/**
 * Tells people of something, in the transaction in which it happens: one record for each, and from there by mail and
 * chat-bot and into the mailbox as each prefers. Told twice under one key, whoever tells it and however many at once, a person hears of it
 * once: the database keeps that. Gives the people who were told now.
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
        userId: person.id,
        event,
        key,
        entity: entity?.name ?? null,
        entityId: entity?.id ?? null,
        entityNumber: entity?.number ?? null,
        params: JSON.stringify(params),
        link,
        inApp: person.inApp || isTask,
        isTask,
        inDigest: person.mail === 'digest' && notice.mail !== false,
      })) as never,
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
  await putIntoMailbox(
    tx,
    added.filter(({ userId }) => people.find(({ id }) => id === userId)!.mailbox),
  );
  return added.map(({ userId }) => userId);
}

/** Nothing waits any more of what was told under these keys: it counts as read, whoever had it. */
export async function settle(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`update notifications set settled_at = now(), read_at = coalesce(read_at, now()) where key = any(${keys}::text[]) and settled_at is null`.execute(
    tx,
  );
}

/** Those of the people who are active, each with the chosen channels; always in the same order, so that two who tell do not wait for each other in a ring. */
async function readersOf(tx: Tx, { event, to }: Notice): Promise<(MailReader & Channels)[]> {
  const usual = declarationOf(event);
  const { rows } = await sql<MailReader & Channels>`
    select u.id, u.full_name, u.email, u.language, coalesce(p.in_app, ${usual.inApp}) as in_app, coalesce(p.mail, ${usual.mail}) as mail, coalesce(p.chat, ${usual.chat}) as chat,
      ${usual.isMail ? sql`false` : sql`coalesce(p.mailbox, ${usual.mailbox})`} as mailbox
    from users u left join notification_preferences p on p.user_id = u.id and p.event = ${event}
    where u.id = any(${[...new Set(to)]}::uuid[]) and u.status = 'active' order by u.id`.execute(tx);
  return rows;
}
