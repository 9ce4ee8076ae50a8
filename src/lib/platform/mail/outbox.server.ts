import { v7 as uuid } from 'uuid';
import { db, type Tx } from '../database.server.ts';
import type { Language } from '../i18n/languages.ts';

export interface MailRow {
  id: string;
  toAddress: string;
  toUserId: string | null;
  language: Language;
  subject: string;
  bodyText: string;
  kind: string;
  createdAt: string;
  sentAt: string | null;
  attempts: number;
  lastError: string | null;
}

declare module '#lib/platform/database.server.ts' {
  interface Database {
    mailOutbox: MailRow;
  }
}

export interface Mail {
  to: string;
  /** The person of ours it goes to, where it is one. */
  userId?: string | null;
  language: Language;
  /** What it is for, kebab-case: 'password-reset'. */
  kind: string;
  subject: string;
  text: string;
}

/**
 * Puts a mail into the outbox, in the transaction of what it tells of: without the commit there is no mail, and with it
 * the mail is never lost. It is sent by `startMailDelivery`, or kept when no mail server is set.
 */
export async function queueMail(tx: Tx, { to, userId, language, kind, subject, text }: Mail): Promise<void> {
  await tx.insertInto('mailOutbox')
    .values({ id: uuid(), toAddress: to, toUserId: userId ?? null, language, kind, subject: oneLine(subject), bodyText: text } as never).execute();
}

/** Mails that have not been sent, newest first. */
export async function keptMails(limit = 50): Promise<MailRow[]> {
  return db.selectFrom('mailOutbox').selectAll().where('sentAt', 'is', null).orderBy('createdAt', 'desc').limit(limit).execute();
}

/** A subject of several lines could become headers of its own. */
const oneLine = (subject: string): string => subject.replace(/\s+/g, ' ').trim();
