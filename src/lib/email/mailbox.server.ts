import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import { COUNT_CEILING } from '#lib/values/count-text.ts';
import { containing } from '#lib/values/like.ts';
import { unknownAddress } from '#lib/values/refusal.ts';
import { db } from '#lib/process/database/database.server.ts';
import { LABELS, readMailboxQuery, type Label, type MailboxQuery } from './email.ts';
import { draftPath, threadPath } from './paths.ts';
import { ownerId, type BoxRow, type MessageRow } from './tables.server.ts';

/** One line of a list: a copy of the reader's own. */
export interface MailLine
  extends
    Pick<BoxRow, 'id' | 'role' | 'folder' | 'isRead' | 'isStarred' | 'labels' | 'snoozedUntil' | 'trashedAt'>,
    Pick<MessageRow, 'threadId' | 'state' | 'subject' | 'deliverAt'> {
  /** The sender; for a mail of the reader's own, its recipients. */
  who: string;
  fromMe: boolean;
  image: string | null;
  preview: string;
  hasFiles: boolean;
  hasLink: boolean;
  /** Mails of the conversation that the reader has. */
  inThread: number;
  at: string;
  /** The page that opens it. */
  href: string;
}

export interface MailboxCounts {
  inbox: number;
  draft: number;
  spam: number;
  labels: Record<Label, number>;
}

/** A mail of the reader's own that can still be taken back. */
export interface HeldMail {
  id: string;
  subject: string;
  deliverAt: string;
}

export interface Mailbox extends MailboxQuery {
  items: MailLine[];
  total: number;
  /** Unread ones, and drafts. */
  counts: MailboxCounts;
  held: HeldMail | null;
  /** An act on all that match applies to mails that had arrived by then. */
  seenAt: string;
}

/** The counts for the side menu and header of every mailbox page: one statement. */
export async function mailboxCounts(actor: Actor): Promise<{ counts: MailboxCounts; held: HeldMail | null }> {
  const owner = ownerId(actor);
  const marked = LABELS.map(
    (label) =>
      sql`${sql.lit(label)}, count(*) filter (where ${sql.lit(label)} = any(b.labels) and not b.is_read and b.folder not in ('spam', 'trash'))`,
  );
  const { rows } = await sql<MailboxCounts & { held: HeldMail | null }>`
    select count(*) filter (where b.folder = 'inbox' and not b.is_read and (b.snoozed_until is null or b.snoozed_until <= now())) as inbox,
      count(*) filter (where b.folder = 'draft') as draft, count(*) filter (where b.folder = 'spam' and not b.is_read) as spam,
      json_build_object(${sql.join(marked)}) as labels,
      (select json_build_object('id', m.id, 'subject', m.subject, 'deliverAt', m.deliver_at) from mail_messages m
        where m.from_user_id = ${owner} and m.state = 'held' order by m.deliver_at desc limit 1) as held
    from mail_boxes b where b.user_id = ${owner} and (not b.is_read or b.folder = 'draft')`.execute(db);
  const { held, ...counts } = rows[0]!;
  return { counts, held };
}

/** A list of the mailbox by its address, newest first: three statements. 404 for an unknown folder or label. */
export async function listMailbox(
  actor: Actor,
  params: URLSearchParams,
  folder?: string,
  label?: string | null,
): Promise<Mailbox> {
  const query = readMailboxQuery(params, folder, label);
  if (!query) throw unknownAddress();
  const owner = ownerId(actor);
  const seenAt = new Date().toISOString();
  const where = matching(owner, query);
  const [lines, total, more] = await Promise.all([
    sql<FoundLine>`${line(owner)} where ${where} order by ${AT} desc, b.id desc limit ${query.perPage} offset ${(query.page - 1) * query.perPage}`.execute(
      db,
    ),
    sql<{
      total: number;
    }>`select count(*) as total from (select 1 ${SOURCES} where ${where} limit ${COUNT_CEILING + 1}) capped`.execute(
      db,
    ),
    mailboxCounts(actor),
  ]);
  return {
    ...query,
    items: lines.rows.map(asLine),
    total: total.rows[0]!.total,
    ...more,
    seenAt,
  };
}

/** Copies that match a list and had arrived by an instant, at most one more than `most`. */
export async function matchingMails(actor: Actor, query: MailboxQuery, until: string, most: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select b.id ${SOURCES} where ${matching(ownerId(actor), query)} and b.arrived_at <= ${until} order by ${AT} desc, b.id desc limit ${most + 1}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

const AT = sql`greatest(b.arrived_at, b.snoozed_until)`;
const SOURCES = sql`from mail_boxes b join mail_messages m on m.id = b.message_id join users u on u.id = m.from_user_id`;
const HAS_FILES = sql<boolean>`exists (select 1 from mail_attachments a where a.message_id = m.id)`;

/** Names of the recipients, in their order. Only for a sender's own copy, which includes the bcc recipients. */
const NAMED = sql`(
  select string_agg(coalesce(p.full_name, t.name, d.name), ', ' order by r.position) from mail_recipients r
  left join users p on p.id = r.user_id left join teams t on t.id = r.team_id left join departments d on d.id = r.department_id where r.message_id = m.id)`;

type FoundLine = Omit<MailLine, 'href'> & { messageId: string };

const line = (owner: string) => sql`
  select b.id, b.message_id, b.role, b.folder, b.is_read, b.is_starred, b.labels, b.snoozed_until, b.trashed_at, m.thread_id, m.state, m.subject, m.deliver_at,
    coalesce(case when b.role = 'sender' then ${NAMED} else u.full_name end, '') as who, b.role = 'sender' as from_me, case when b.role = 'sender' then null else u.image end as image,
    left(m.body_text, 200) as preview, ${HAS_FILES} as has_files, m.linked_id is not null as has_link, ${AT} as at,
    (select count(distinct o.message_id) from mail_messages other join mail_boxes o on o.message_id = other.id where other.thread_id = m.thread_id and o.user_id = ${owner}) as in_thread
  ${SOURCES}`;

function matching(owner: string, query: MailboxQuery): RawBuilder<boolean> {
  const { show, q } = query;
  const narrowed: Record<string, RawBuilder<boolean>> = {
    unread: sql`not b.is_read`,
    starred: sql`b.is_starred`,
    files: HAS_FILES,
    snoozed: sql`b.snoozed_until > now()`,
  };
  const awake =
    query.folder === 'inbox' && !query.label && !show.includes('snoozed')
      ? [sql`(b.snoozed_until is null or b.snoozed_until <= now())`]
      : [];
  const conditions = [
    sql`b.user_id = ${owner}`,
    lying(query),
    ...awake,
    ...show.map((name) => narrowed[name]!),
    ...(q ? [holding(q)] : []),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function lying({ folder, label }: MailboxQuery): RawBuilder<unknown> {
  if (label) return sql`b.labels @> array[${label}]::text[] and b.folder not in ('spam', 'trash')`;
  return folder === 'starred' ? sql`b.is_starred and b.folder not in ('spam', 'trash')` : sql`b.folder = ${folder}`;
}

/** Searches subject, text and people. Bcc recipients are found in the sender's own copy only. */
function holding(words: string): RawBuilder<boolean> {
  const like = containing(words);
  return sql<boolean>`(m.subject ilike ${like} or m.body_text ilike ${like} or u.full_name ilike ${like}
    or exists (select 1 from mail_recipients r left join users p on p.id = r.user_id left join teams t on t.id = r.team_id left join departments d on d.id = r.department_id
      where r.message_id = m.id and (r.field <> 'bcc' or b.role = 'sender') and coalesce(p.full_name, t.name, d.name) ilike ${like})
    or exists (select 1 from mail_attachments a join files f on f.id = a.file_id where a.message_id = m.id and f.file_name ilike ${like}))`;
}

function asLine({ messageId, ...row }: FoundLine): MailLine {
  return { ...row, href: row.folder === 'draft' ? draftPath(messageId) : threadPath(row.threadId, row.id) };
}
