import { sql } from 'kysely';
import { createTransport, type Transporter } from 'nodemailer';
import { config } from '#lib/process/config/config.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { deliverAllOf, startDelivery, type Outbox } from '#lib/process/database/outbox-delivery.server.ts';
import { errorText } from '#lib/process/config/without-secrets.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { withoutTokens } from './mail-links.ts';
import type { WholeMail } from './outbox.server.ts';

type Server = Pick<Transporter, 'sendMail'>;

/** Sends what the outbox of mails holds for as long as the process runs. Does nothing without a mail server. */
export function startMailDelivery(): () => Promise<void> {
  if (!config.smtpUrl) return async () => {};
  const server = createTransport({
    url: config.smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  const stop = startDelivery(outboxOf(server));
  return async () => {
    await stop();
    server.close();
  };
}

/** Sends every mail that is due; how many were. */
export function deliverAll(server: Server): Promise<number> {
  return deliverAllOf(outboxOf(server));
}

const outboxOf = (server: Server): Outbox<WholeMail> => ({
  table: 'mail_outbox',
  whole,
  send: (mail) => send(server, mail),
  sent: removeLinks,
});

async function whole(tx: Tx, id: string): Promise<WholeMail> {
  const { rows } =
    await sql<WholeMail>`select * from mail_outbox m join mail_bodies b on b.mail_id = m.id where m.id = ${id}`.execute(
      tx,
    );
  return rows[0]!;
}

/**
 * Should the process be killed between the server's yes and the commit, the next attempt carries the same Message-ID. In
 * both forms the whole letter: which one is read is the reader's choice.
 */
async function send(
  server: Server,
  { id, kind, toAddress, subject, bodyText, bodyHtml, language, unsubscribeUrl }: WholeMail,
): Promise<string | null> {
  const { hostname } = new URL(config.publicOrigin);
  try {
    await server.sendMail({
      from: { name: config.productName, address: config.mailFrom ?? `no-reply@${hostname}` },
      to: { name: '', address: toAddress },
      subject,
      text: bodyText,
      ...(bodyHtml !== null && { html: bodyHtml }),
      messageId: `<${id}@${hostname}>`,
      headers: { 'content-language': language, 'auto-submitted': 'auto-generated', ...unsubscribing(unsubscribeUrl) },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return null;
  } catch (error) {
    log.warn({ err: error, mail: id, kind }, 'a mail could not be sent');
    return errorText(error);
  }
}

function unsubscribing(url: string | null): Record<string, string> {
  return url === null ? {} : { 'list-unsubscribe': `<${url}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' };
}

/** What is sent needs its links to one use no longer: who reads the outbox later finds none of them. */
async function removeLinks(tx: Tx, { id, bodyText, bodyHtml, unsubscribeUrl }: WholeMail): Promise<void> {
  const removed = {
    bodyText: withoutTokens(bodyText),
    bodyHtml: bodyHtml && withoutTokens(bodyHtml),
    unsubscribeUrl: unsubscribeUrl && withoutTokens(unsubscribeUrl),
  };
  if (removed.bodyText === bodyText && removed.unsubscribeUrl === unsubscribeUrl) return;
  await tx
    .updateTable('mailBodies')
    .set({ ...removed, linksRemoved: true })
    .where('mailId', '=', id)
    .execute();
}
