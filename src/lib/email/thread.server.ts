import { sql } from 'kysely';
import { validate } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import { notFound } from '#lib/values/refusal.ts';
import { db } from '#lib/process/database/database.server.ts';
import { attachmentsOf, type MailFile } from './attachments.server.ts';
import { linkedDocuments, linkedKey, type LinkedDocument } from './linked-document.server.ts';
import { recipientsOf, type Recipient, type Recipients } from './recipients.server.ts';
import { ownerId, type BoxRow, type MessageRow } from './tables.server.ts';
import { picked } from '#lib/values/entries.ts';

/** A mail as shown in the reader's own copy. */
export interface Mail
  extends
    Omit<BoxRow, 'userId' | 'restoreTo' | 'arrivedAt'>,
    Pick<MessageRow, 'state' | 'subject' | 'bodyHtml' | 'bodyText' | 'deliverAt'> {
  threadId: string;
  /** Its author. */
  from: {
    key: string;
    name: string;
    image: string | null;
    jobTitle: string | null;
    isActive: boolean;
    isMe: boolean;
  };
  to: Recipient[];
  cc: Recipient[];
  /** Visible to the sender only. */
  bcc: Recipient[];
  at: string;
  attachments: MailFile[];
  linked: LinkedDocument | null;
}

export interface Thread {
  id: string;
  subject: string;
  /** Oldest first. */
  mails: Mail[];
  /** The copy that was opened. */
  opened: Mail;
}

type Found = BoxRow &
  MessageRow & {
    boxId: string;
    fromName: string;
    fromImage: string | null;
    fromTitle: string | null;
    fromStatus: string;
    at: string;
  };

/**
 * A conversation as far as the actor has copies of it: for a mail to oneself the received one. 404 where there are
 * none. Mails in trash or spam are shown when the conversation was opened there, and left out otherwise.
 */
export async function getThread(actor: Actor, id: string, mail: string | null): Promise<Thread> {
  const owner = ownerId(actor);
  if (!validate(id)) throw notFound();
  const { rows } = await sql<Found>`
    select distinct on (m.id) m.*, b.*, b.id as box_id, u.full_name as from_name, u.image as from_image, u.job_title as from_title, u.status as from_status,
      coalesce(m.sent_at, m.updated_at) as at
    from mail_boxes b join mail_messages m on m.id = b.message_id join users u on u.id = m.from_user_id
    where m.thread_id = ${id} and b.user_id = ${owner} order by m.id, (b.id = ${validate(mail ?? '') ? mail : null}) desc, (b.role = 'sender'), b.id`.execute(
    db,
  );
  const sorted = rows.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.boxId < b.boxId ? -1 : 1));
  const opened =
    sorted.find(({ boxId }) => boxId === mail) ??
    sorted.findLast(({ folder, state }) => isUsual(folder) && state !== 'draft') ??
    sorted.at(-1);
  if (!opened || (mail && opened.boxId !== mail)) throw notFound();
  const shown = sorted.filter((row) => (isUsual(opened.folder) ? isUsual(row.folder) : row.folder === opened.folder));
  const [recipients, files] = await Promise.all([
    recipientsOf(shown.map(({ messageId }) => messageId)),
    attachmentsOf(shown.map(({ messageId }) => messageId)),
  ]);
  const linked = await linkedDocuments(actor, shown.map(linkedKey));
  const mails = shown.map((row) =>
    asMail(actor, row, {
      recipients: recipients.get(row.messageId)!,
      attachments: files.get(row.messageId) ?? [],
      linked: linked.get(linkedKey(row)) ?? null,
    }),
  );
  const chosen = mails.find((one) => one.id === opened.boxId)!;
  return { id, subject: mails[0]!.subject, mails, opened: chosen };
}

/** One of the actor's own copies; 404 for anybody else's. */
export async function getMail(actor: Actor, id: string): Promise<Mail> {
  if (!validate(id)) throw notFound();
  const { rows } = await sql<{
    threadId: string;
  }>`select m.thread_id from mail_boxes b join mail_messages m on m.id = b.message_id where b.id = ${id} and b.user_id = ${ownerId(actor)}`.execute(
    db,
  );
  if (!rows[0]) throw notFound();
  return (await getThread(actor, rows[0].threadId, id)).opened;
}

/** Whether it is in neither spam nor trash. */
const isUsual = (folder: string): boolean => folder !== 'spam' && folder !== 'trash';

/** What a mail says of its copy and its message as they are stored. */
const SHOWN_OF_COPY = [
  'messageId',
  'threadId',
  'role',
  'folder',
  'trashedAt',
  'isRead',
  'isStarred',
  'labels',
  'snoozedUntil',
  'state',
  'subject',
  'bodyHtml',
  'bodyText',
  'deliverAt',
  'at',
] as const;

function asMail(
  actor: Actor,
  row: Found,
  {
    recipients,
    attachments,
    linked,
  }: { recipients: Recipients; attachments: MailFile[]; linked: LinkedDocument | null },
): Mail {
  const from = {
    key: `user:${row.fromUserId}`,
    name: row.fromName,
    image: row.fromImage,
    jobTitle: row.fromTitle,
    isActive: row.fromStatus === 'active',
    isMe: row.fromUserId === actor.id,
  };
  return {
    ...picked(row, SHOWN_OF_COPY),
    id: row.boxId,
    from,
    to: recipients.to,
    cc: recipients.cc,
    bcc: row.role === 'sender' ? recipients.bcc : [],
    attachments,
    linked,
  };
}
