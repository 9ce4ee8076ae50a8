import { sql, type RawBuilder } from 'kysely';
import { validate } from 'uuid';
import { z } from 'zod';
import { isSignedIn, type Actor } from '#lib/values/actor.ts';
import { COUNT_CEILING } from '#lib/values/count-text.ts';
import { parse } from '#lib/values/parse.ts';
import { invalid, notAuthorized, notFound } from '#lib/values/refusal.ts';
import { formatInstant } from '#lib/values/time.ts';
import { db, type Tx } from '#lib/process/database/database.server.ts';
import type { Language, Translate } from '#lib/values/languages.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import { eventsOf, isEvent, events, type Kind } from './events.ts';
import { readNotificationQuery, type NotificationQuery } from './notification-query.ts';
import type { NotificationRow } from './notify.server.ts';
import { notificationText } from './notification-text.server.ts';

/** A notification for its reader. */
export interface Notification {
  id: string;
  event: string;
  kind: Kind | null;
  title: string;
  text: string;
  /** A text written by somebody, with its own line breaks. */
  quote: string | null;
  /** The page of its subject. */
  link: string;
  createdAt: string;
  /** The time as displayed. */
  when: string;
  unread: boolean;
  /** Nothing is left to do: somebody has decided. */
  settled: boolean;
}

export interface NotificationPage extends NotificationQuery {
  items: Notification[];
  total: number;
  counts: Record<NotificationQuery['type'], number>;
}

/** The state of the bell. */
export interface BellState {
  /** Number of decisions waiting. */
  waiting: number;
  /** The same in words. */
  waitingText: string;
  /** Number of other unread notifications; 100 means more. */
  unread: number;
  /** Unread ones after the requested instant, newest first. */
  items: Notification[];
  /** How many these are, in words. */
  summary: string;
  /** The instant up to which they are included: the next `after`. */
  at: string;
}

type Counts = Pick<BellState, 'waiting' | 'waitingText' | 'unread'>;

/** Maximum number of new ones in one response. */
const MOST_NEWS = 5;

/** The actor's own notifications, newest first: two statements. */
export async function listNotifications(
  actor: Actor,
  params: URLSearchParams,
  language: Language,
): Promise<NotificationPage> {
  const query = readNotificationQuery(params);
  const own = sql<boolean>`user_id = ${ownId(actor)} ${query.kind.length > 0 ? sql`and event = any(${query.kind.flatMap(eventsOf)}::text[])` : sql``}`;
  const counted = (condition: RawBuilder<boolean>) =>
    sql`(select count(*) from (select 1 from notifications where ${condition} limit ${COUNT_CEILING + 1}) capped)`;
  const [rows, counts] = await Promise.all([
    sql<NotificationRow>`select * from notifications where ${own} ${query.type === 'unread' ? sql`and ${UNREAD}` : sql``}
      order by created_at desc, id desc limit ${query.perPage} offset ${(query.page - 1) * query.perPage}`.execute(db),
    sql<
      Record<NotificationQuery['type'], number>
    >`select ${counted(own)} as all, ${counted(sql<boolean>`${own} and ${UNREAD}`)} as unread`.execute(db),
  ]);
  const found = counts.rows[0]!;
  return { ...query, items: rows.rows.map((row) => asRead(row, language)), total: found[query.type], counts: found };
}

/** The newest ones shown in the bell, read or not. */
export async function newestNotifications(actor: Actor, language: Language, most = 8): Promise<Notification[]> {
  const { rows } =
    await sql<NotificationRow>`select * from notifications where user_id = ${ownId(actor)} and in_app order by created_at desc, id desc limit ${most}`.execute(
      db,
    );
  return rows.map((row) => asRead(row, language));
}

/**
 * The counts of the bell, read by the request's own statement, and what is new since `after` (ISO; nothing when left
 * out). Without unread notifications it costs no further statement.
 */
export async function bellStateOf(actor: Actor, params: URLSearchParams, language: Language): Promise<BellState> {
  const at = new Date().toISOString();
  const t = translatorFor(language);
  const counts = countsOf(actor, actor.unreadCount, t);
  const after = params.get('after');
  if (!after || Number.isNaN(Date.parse(after)) || counts.waiting + counts.unread === 0)
    return { ...counts, items: [], summary: '', at };
  const { rows } = await sql<NotificationRow>`
    select * from notifications where user_id = ${ownId(actor)} and ${UNREAD} and created_at > ${new Date(after).toISOString()} order by created_at desc, id desc limit ${MOST_NEWS}`.execute(
    db,
  );
  return {
    ...counts,
    items: rows.map((row) => asRead(row, language)),
    summary: t('notifications.news', { count: rows.length }),
    at,
  };
}

const countsOf = ({ waitingCount: waiting }: Actor, unread: number, t: Translate): Counts => ({
  waiting,
  waitingText: t('common.waitingForYou', { count: waiting }),
  unread,
});

const readingSchema = z.object({
  id: z
    .string()
    .refine((id) => validate(id), 'not-a-choice')
    .optional(),
  path: z.string().max(500, 'too-long').optional(),
  until: z.iso.datetime({ offset: true, error: 'not-a-date' }).optional(),
});

/**
 * Marks the actor's own notifications as read: one (`id`), those of a page that was opened (`path`), or all up to an
 * instant (`until`), so that one that arrives just then stays unread. Returns the new state of the bell. 404 for one
 * that is not the actor's; 422 unless exactly one of the three is given.
 */
export async function markRead(actor: Actor, input: unknown, language: Language): Promise<Counts> {
  const { id, path, until } = parse(readingSchema, input);
  if ([id, path, until].filter((said) => said !== undefined).length !== 1)
    throw invalid([{ path: 'id', code: 'one-of-three' }]);
  const which =
    id !== undefined
      ? sql<boolean>`id = ${id}`
      : path !== undefined
        ? sql<boolean>`split_part(split_part(link, '#', 1), '?', 1) = ${path}`
        : sql<boolean>`created_at <= ${until}`;
  const { rows } = await sql<{ found: boolean; unread: number }>`
    with marked as (
      update notifications set read_at = now() where user_id = ${ownId(actor)} and read_at is null and ${which} returning id
    ) select ${id === undefined ? sql`true` : sql`exists (select 1 from notifications where id = ${id} and user_id = ${ownId(actor)})`} as found,
      (select count(*) from (select 1 from notifications where user_id = ${ownId(actor)} and ${UNREAD} and not is_task and id not in (select id from marked) limit 100) rest) as unread`.execute(
    db,
  );
  if (!rows[0]!.found) throw notFound();
  return countsOf(actor, rows[0]!.unread, translatorFor(language));
}

/** Marks a person's notifications as read, by their keys: their subject was opened elsewhere. */
export async function markReadByKeys(tx: Tx, userId: string, keys: readonly string[]): Promise<void> {
  await sql`update notifications set read_at = now() where user_id = ${userId} and read_at is null and key = any(${keys}::text[])`.execute(
    tx,
  );
}

const UNREAD = sql<boolean>`read_at is null and in_app`;

function asRead(row: NotificationRow, language: Language): Notification {
  const { id, event, link, createdAt, readAt, settledAt, inApp } = row;
  const { title, text, quote } = notificationText(row, language);
  return {
    id,
    event,
    kind: isEvent(event) ? events[event].kind : null,
    title,
    text,
    quote: quote ?? null,
    link,
    createdAt,
    when: formatInstant(createdAt),
    unread: readAt === null && inApp,
    settled: settledAt !== null,
  };
}

function ownId(actor: Actor): string {
  if (!isSignedIn(actor)) throw notAuthorized();
  return actor.id;
}
