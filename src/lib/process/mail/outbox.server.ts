import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { db, type Tx } from '#lib/process/database/database.server.ts';
import { letterHtml, letterText, type Letter } from './letter.ts';
import type { MailKind } from './mail-kinds.ts';
import type { Language } from '#lib/values/languages.ts';
import { oneLine } from './one-line.ts';

/** A mail that was, or is to be, sent. Instants are ISO strings. */
export interface MailRow {
  id: string;
  version: number;
  status: 'waiting' | 'sent' | 'failed';
  subject: string;
  toAddress: string;
  toUserId: string | null;
  kind: MailKind;
  language: Language;
  attempts: number;
  lastError: string | null;
  dueAt: string;
  sentAt: string | null;
  againOfId: string | null;
  onceKey: string | null;
  createdAt: string;
  createdBy: string | null;
  updatedAt: string;
  updatedBy: string | null;
}

/** What a mail says. Kept apart from the record, so that no list, export or log carries its links. */
export interface MailBody {
  mailId: string;
  bodyText: string;
  /** Null of mails that were written before there was a letter. */
  bodyHtml: string | null;
  unsubscribeUrl: string | null;
  linksRemoved: boolean;
}

export type WholeMail = MailRow & MailBody;

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    mailOutbox: MailRow;
    mailBodies: MailBody;
  }
}

export interface Mail {
  to: string;
  /** The person of ours it goes to, where it is one. */
  userId?: string | null;
  kind: MailKind;
  letter: Letter;
  /** To an address and a key only one mail is ever sent. */
  once?: string | null;
  /** Where a mail program says that no more of these are wanted, in one step (RFC 8058). */
  unsubscribeUrl?: string | null;
}

/** Longer subjects are cut by mail programs anyway. */
const SUBJECT_MOST = 200;

/**
 * Puts a mail into the outbox, in the transaction of what it tells of: without the commit there is no mail, and with it
 * the mail is never lost. It is sent by `startMailDelivery`, or kept when no mail server is set. Gives its id; null when
 * `once` says that the address has had it.
 */
export async function queueMail(
  tx: Tx,
  { to, userId = null, kind, letter, once = null, unsubscribeUrl = null }: Mail,
): Promise<string | null> {
  const id = uuid();
  const subject = oneLine(letter.subject).slice(0, SUBJECT_MOST);
  const queued = await tx
    .insertInto('mailOutbox')
    .values({ id, toAddress: to, toUserId: userId, language: letter.language, kind, subject, onceKey: once } as never)
    .onConflict((conflict) => conflict.constraint('mail_outbox_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!queued) return null;
  await tx
    .insertInto('mailBodies')
    .values({
      mailId: id,
      bodyText: letterText(letter),
      bodyHtml: letterHtml({ ...letter, subject }),
      unsubscribeUrl,
    } as never)
    .execute();
  return id;
}

/** Mails that have not been sent with what they say, newest first. */
export async function keptMails(limit = 50): Promise<WholeMail[]> {
  const { rows } =
    await sql<WholeMail>`select * from mail_outbox m join mail_bodies b on b.mail_id = m.id where m.status <> 'sent' order by m.created_at desc, m.id desc limit ${limit}`.execute(
      db,
    );
  return rows;
}
