import { sql } from 'kysely';
import { db, type Tx } from './database.server.ts';
import { log } from '#lib/process/config/log.server.ts';

/** Milliseconds between two polls of an outbox. */
const LOOK_MS = 2_000;
/**
 * Attempts after which an item is left for somebody to look at; waits double from one minute, so this is about two
 * days.
 */
const ATTEMPTS = 12;
/** What could not be sent for so many days is out of date: it is no longer sent unless somebody requests it. */
const DAYS = 7;

/** An item in an outbox: a mail, or a message for the chat-bot. */
export interface Waiting {
  id: string;
  attempts: number;
}

export interface Outbox<W extends Waiting> {
  table: 'mail_outbox' | 'chat_outbox';
  /** Everything needed to send it. */
  whole(tx: Tx, id: string): Promise<W>;
  /** Sends it; returns why it could not be sent, or null. */
  send(waiting: W): Promise<string | null>;
  /** Runs in the transaction that marks it as sent. */
  sent?(tx: Tx, waiting: W): Promise<void>;
}

/**
 * Delivers the items of an outbox for as long as the process runs; every process may do so at the same time. The
 * returned function stops it, once the item under way has been sent.
 */
export function startDelivery<W extends Waiting>(outbox: Outbox<W>): () => Promise<void> {
  return startPolling(outbox.table, (isStopped) => deliverOutbox(outbox, isStopped));
}

/**
 * Runs a round every two seconds, never two at once, until the returned function is called, which waits for the current
 * round.
 */
export function startPolling(
  outbox: string,
  round: (isStopped: () => boolean) => Promise<unknown>,
): () => Promise<void> {
  let stopped = false;
  let wake = () => {};
  const loop = (async () => {
    while (!stopped) {
      await round(() => stopped).catch((error: unknown) =>
        log.error({ err: error, outbox }, 'an outbox could not be read'),
      );
      if (!stopped) await new Promise<void>((resolve) => setTimeout((wake = resolve), LOOK_MS).unref());
    }
  })();
  return () => {
    stopped = true;
    wake();
    return loop;
  };
}

/** Sends everything that is due; returns how many were sent. */
export async function deliverOutbox<W extends Waiting>(outbox: Outbox<W>, isStopped = () => false): Promise<number> {
  let sent = 0;
  for (let result = await deliverOne(outbox); result !== 'none' && !isStopped(); result = await deliverOne(outbox))
    if (result === 'sent') sent += 1;
  return sent;
}

/** The row stays locked while it is being sent and others skip it, so two processes never send the same one. */
async function deliverOne<W extends Waiting>(outbox: Outbox<W>): Promise<'sent' | 'failed' | 'none'> {
  const table = sql.table(outbox.table);
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Waiting & { overtaken: boolean }>`
      select id, attempts, greatest(created_at, due_at) < now() - ${DAYS} * interval '1 day' as overtaken from ${table}
      where status = 'waiting' and due_at <= now() order by due_at, id limit 1 for update skip locked`.execute(tx);
    const due = rows[0];
    if (!due) return 'none';
    const waiting = due.overtaken ? undefined : await outbox.whole(tx, due.id);
    const fault = waiting ? await outbox.send(waiting) : OVERTAKEN;
    if (waiting && fault === null) {
      await sql`update ${table} set status = 'sent', sent_at = now(), last_error = null, attempts = attempts + 1 where id = ${due.id}`.execute(
        tx,
      );
      await outbox.sent?.(tx, waiting);
      return 'sent';
    }
    const attempts = due.attempts + (waiting ? 1 : 0);
    const given = due.overtaken || attempts >= ATTEMPTS;
    await sql`update ${table} set status = ${given ? 'failed' : 'waiting'}, last_error = ${fault}, attempts = ${attempts},
      due_at = case when ${given} then due_at else now() + power(2, ${attempts - 1}::int) * interval '1 minute' end where id = ${due.id}`.execute(
      tx,
    );
    return 'failed';
  });
}

/** Stored instead of the other side's words; shown as a sentence in the reader's language. */
export const OVERTAKEN = 'overtaken';
