import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { personId, type Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { store } from '#lib/records/store.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import type { ReadRow } from '#lib/records/store-reading.server.ts';
import { config } from '#lib/process/config/config.server.ts';
import { db, type Tx } from '#lib/process/database/database.server.ts';
import { firstStatus } from '#lib/process/mail/invented-people.server.ts';
import { hasTokens, withoutTokens } from '#lib/process/mail/mail-links.ts';
import { mail, type MailRecord } from './mail.ts';
import type { MailBody } from '#lib/process/mail/outbox.server.ts';

/** The mails sent by the app, for administrators. */
export const mails = store(mail, {
  rights: { list: ['read'], show: ['read'], update: ['update'], acts: { sendAgain: ['update'] } },
});

/** A mail with its text, as the reader may see it. */
export interface ReadMail extends ReadRow<typeof mail> {
  bodyText: string;
  bodyHtml: string | null;
  /** One-time links are not shown here. */
  hidden: boolean;
  /** They are gone: it was sent with them, and sending it again would be useless. */
  linksRemoved: boolean;
}

/** A mail with its text; 404 out of reach. */
export async function readMail(actor: Actor, id: string): Promise<ReadMail> {
  const found = await mails.get(actor, id);
  const { bodyText, bodyHtml, linksRemoved } = await db
    .selectFrom('mailBodies')
    .selectAll()
    .where('mailId', '=', found.id)
    .executeTakeFirstOrThrow();
  if (maySeeLinks(actor)) return { ...found, bodyText, bodyHtml, hidden: false, linksRemoved };
  return {
    ...found,
    bodyText: withoutTokens(bodyText),
    bodyHtml: bodyHtml && withoutTokens(bodyHtml),
    hidden: !linksRemoved && hasTokens(bodyText),
    linksRemoved,
  };
}

/**
 * A link in somebody else's mail gives access as that person. Links are shown where nothing is at stake, in a
 * demonstration without a mail server, and there to those who may send mails; elsewhere an operator of the machine can
 * list them.
 */
export function maySeeLinks(
  { ability }: Actor,
  { demonstration, smtpUrl }: Pick<typeof config, 'demonstration' | 'smtpUrl'> = config,
): boolean {
  return demonstration && !smtpUrl && ability.can('MailOutbox', 'update');
}

/**
 * Sends a mail again: at once when it waits or has failed, as a copy when it was sent. 409 `mail-without-links` for one
 * that has lost its links; 409 `state-changed` when it has been sent in between.
 */
export async function resendMail(actor: Actor, seen: ShownVersion): Promise<MailRecord> {
  const { status } = await mails.get(actor, seen.id, ['update']);
  if (status === 'sent')
    return mails.update(actor, seen, {}, ({ id }) => refuseWithoutLinks(id), {
      event: 'sent-again',
      after: (sent, tx) => copyOf(tx, actor, sent),
    });
  return mails.transition(
    actor,
    'sendAgain',
    seen,
    async () => ({ attempts: 0, lastError: null, dueAt: new Date().toISOString() }),
    { event: 'sent-again' },
  );
}

async function refuseWithoutLinks(id: string): Promise<void> {
  const body = await db.selectFrom('mailBodies').select('linksRemoved').where('mailId', '=', id).executeTakeFirst();
  if (body?.linksRemoved) throw new Refusal('mail-without-links', 409);
}

async function copyOf(
  tx: Tx,
  actor: Actor,
  { id, toAddress, toUserId, language, kind, subject }: MailRecord,
): Promise<void> {
  const copy = uuid();
  await tx
    .insertInto('mailOutbox')
    .values({
      id: copy,
      status: firstStatus(toAddress),
      toAddress,
      toUserId,
      language,
      kind,
      subject,
      againOfId: id,
      createdBy: personId(actor),
    })
    .execute();
  await sql<MailBody>`insert into mail_bodies (mail_id, body_text, body_html, unsubscribe_url) select ${copy}, body_text, body_html, unsubscribe_url from mail_bodies where mail_id = ${id}`.execute(
    tx,
  );
}

/** Whether mails are sent, or only stored until there is a server. */
export const mailsAreSent = (): boolean => config.smtpUrl !== undefined;
