import { sql } from 'kysely';
import { createTransport, type Transporter } from 'nodemailer';
import { config } from '#lib/process/config/config.server.ts';
import type { Db, Tx } from '#lib/process/database/database.server.ts';
import {
  deliverOutbox,
  type Fault,
  REFUSED,
  startDelivery,
  type Outbox,
} from '#lib/process/database/outbox-delivery.server.ts';
import { errorText } from '#lib/process/config/without-secrets.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { withoutTokens } from './mail-links.ts';
import type { WholeMail } from './outbox.server.ts';

type Server = Pick<Transporter, 'sendMail'>;

/** Characters of a stored reason. */
const MOST = 500;

/** Sends the mails in the outbox for as long as the process runs. Does nothing without a mail server. */
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

/** Sends every mail that is due; returns how many. */
export function deliverAll(server: Server): Promise<number> {
  return deliverOutbox(outboxOf(server));
}

const outboxOf = (server: Server): Outbox<WholeMail> => ({
  table: 'mail_outbox',
  whole,
  send: (mail) => send(server, mail),
  sent: removeLinks,
});

async function whole(from: Db, id: string): Promise<WholeMail> {
  const { rows } =
    await sql<WholeMail>`select * from mail_outbox m join mail_bodies b on b.mail_id = m.id where m.id = ${id}`.execute(
      from,
    );
  return rows[0]!;
}

/**
 * If the process is killed between the server's acceptance and the commit, the next attempt has the same Message-ID.
 * Both parts hold the whole mail: the reader's program chooses.
 */
async function send(
  server: Server,
  { id, kind, toAddress, subject, bodyText, bodyHtml, language, unsubscribeUrl }: WholeMail,
): Promise<Fault | null> {
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
    const reason = errorText(error);
    return isPermanent(error) ? { reason: (REFUSED + reason).slice(0, MOST), isFinal: true } : { reason };
  }
}

/**
 * Whether the server refused this recipient or this mail for good (5xx). What it says about signing in or the sender is
 * a matter of the settings, which somebody may mend meanwhile.
 */
function isPermanent(error: unknown): boolean {
  const { responseCode = 0, command } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && responseCode !== 530 && (command === 'RCPT TO' || command === 'DATA');
}

function unsubscribing(url: string | null): Record<string, string> {
  return url === null ? {} : { 'list-unsubscribe': `<${url}>`, 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' };
}

/** A sent mail does not need its one-time links any more: later readers of the outbox must not find them. */
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
