import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { db, type Tx } from '#lib/process/database/database.server.ts';
import type { Stamps, Table } from '#lib/process/database/table.ts';
import { letterHtml, letterText, type Letter } from './letter.ts';
import type { MailKind } from './mail-kinds.ts';
import type { Language } from '#lib/values/languages.ts';
import { firstStatus } from './invented-people.server.ts';
import { oneLine } from './one-line.ts';
import { instantNow } from '#lib/values/time.ts';

/** A mail that was, or is to be, sent. Instants are ISO strings. */
export interface MailRow {
  id: string;
  version: number;
  /** 'held': to an invented person of a demonstration, never sent. */
  status: 'waiting' | 'sent' | 'failed' | 'held';
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

/** The body of a mail. Stored apart from the record, so that no list, export or log contains its links. */
export interface MailBody {
  mailId: string;
  bodyText: string;
  /** Null for mails written before bodies had a structure. */
  bodyHtml: string | null;
  unsubscribeUrl: string | null;
  linksRemoved: boolean;
}

export type WholeMail = MailRow & MailBody;

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    mailOutbox: Table<MailRow, Stamps | 'status' | 'attempts' | 'dueAt'>;
    mailBodies: Table<MailBody, 'linksRemoved'>;
  }
}

export interface Mail {
  to: string;
  /** The person it goes to, when it is one of ours. */
  userId?: string | null;
  kind: MailKind;
  letter: Letter;
  /** Only one mail is ever sent to an address with this key. */
  once?: string | null;
  /** The address for unsubscribing in one step (RFC 8058). */
  unsubscribeUrl?: string | null;
}

/** Longer subjects are cut by mail programs anyway. */
const SUBJECT_MOST = 200;

/**
 * Puts a mail into the outbox, in the transaction of what it is about: without the commit there is no mail, and with it
 * the mail is never lost. It is sent by `startMailDelivery`, or only stored when no mail server is set, and for invented
 * people. Returns its id;
 * null when the address has already had the mail of `once`.
 */
export async function queueMail(
  tx: Tx,
  { to, userId = null, kind, letter, once = null, unsubscribeUrl = null }: Mail,
): Promise<string | null> {
  const id = uuid();
  const subject = oneLine(letter.subject).slice(0, SUBJECT_MOST);
  const queued = await tx
    .insertInto('mailOutbox')
    .values({
      id,
      status: firstStatus(to),
      toAddress: to,
      toUserId: userId,
      language: letter.language,
      kind,
      subject,
      onceKey: once,
      createdAt: instantNow(),
    })
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
    })
    .execute();
  return id;
}

/** Unsent mails with their bodies, newest first. */
export async function unsentMails(limit = 50): Promise<WholeMail[]> {
  const { rows } =
    await sql<WholeMail>`select * from mail_outbox m join mail_bodies b on b.mail_id = m.id where m.status <> 'sent' order by m.created_at desc, m.id desc limit ${limit}`.execute(
      db,
    );
  return rows;
}
