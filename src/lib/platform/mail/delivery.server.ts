import { sql } from 'kysely';
import { createTransport, type Transporter } from 'nodemailer';
import { config } from '../config.server.ts';
import { db } from '../database.server.ts';
import { log } from '../log.server.ts';
import type { MailRow } from './outbox.server.ts';

/** Milliseconds between two looks into the outbox. */
const LOOK_MS = 2_000;
/** After so many failures a mail is kept for somebody to look at; waits double from one minute, so these are two days. */
const ATTEMPTS = 12;

/**
 * Sends what the outbox holds for as long as the process runs; every process of a garden may do so at once. Does nothing
 * without a mail server. The result ends it, once the mail under way has been sent.
 */
export function startMailDelivery(): () => Promise<void> {
  if (!config.smtpUrl) return async () => {};
  const server = createTransport({ url: config.smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 });
  let stopped = false;
  let wake = () => {};
  const loop = (async () => {
    while (!stopped) {
      await deliverAll(server).catch((error: unknown) => log.error({ err: error }, 'the outbox could not be read'));
      if (!stopped) await new Promise<void>((resolve) => setTimeout((wake = resolve), LOOK_MS).unref());
    }
    server.close();
  })();
  return () => {
    stopped = true;
    wake();
    return loop;
  };
}

/** Sends every mail that is due; how many were. */
export async function deliverAll(server: Pick<Transporter, 'sendMail'>): Promise<number> {
  let sent = 0;
  for (let result = await deliverOne(server); result !== 'none'; result = await deliverOne(server)) if (result === 'sent') sent += 1;
  return sent;
}

/**
 * The row stays locked while its mail is under way and others pass over it, so two processes never send the same one.
 * Should the process be killed between the server's yes and the commit, the next attempt carries the same Message-ID.
 */
async function deliverOne(server: Pick<Transporter, 'sendMail'>): Promise<'sent' | 'failed' | 'none'> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<MailRow>`
      select * from mail_outbox
      where sent_at is null and attempts < ${ATTEMPTS} and created_at + (power(2, attempts) - 1) * interval '1 minute' <= now()
      order by created_at limit 1 for update skip locked`.execute(tx);
    const mail = rows[0];
    if (!mail) return 'none';
    const fault = await send(server, mail);
    const outcome = fault === null ? { sentAt: new Date().toISOString(), lastError: null } : { lastError: fault };
    await tx.updateTable('mailOutbox').set({ ...outcome, attempts: mail.attempts + 1 }).where('id', '=', mail.id).execute();
    return fault === null ? 'sent' : 'failed';
  });
}

async function send(server: Pick<Transporter, 'sendMail'>, { id, toAddress, subject, bodyText, kind, language }: MailRow): Promise<string | null> {
  const { hostname } = new URL(config.publicOrigin);
  try {
    await server.sendMail({
      from: { name: config.productName, address: config.mailFrom ?? `no-reply@${hostname}` },
      to: { name: '', address: toAddress },
      subject, text: bodyText, messageId: `<${id}@${hostname}>`,
      headers: { 'content-language': language, 'auto-submitted': 'auto-generated' },
    });
    return null;
  } catch (error) {
    log.warn({ err: error, mail: id, kind }, 'a mail could not be sent');
    return String((error as Error).message).slice(0, 500);
  }
}
