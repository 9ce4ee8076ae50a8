import { sql } from 'kysely';
import { logAway } from './away-log.server.ts';
import { isAway } from './away.server.ts';
import { db, transaction, type Db, type Tx } from './database.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { sleep } from '#lib/process/config/processes.server.ts';

/** Milliseconds between two polls of an outbox. */
const LOOK_MS = 2_000;
/**
 * Attempts after which an item is left for somebody to look at; waits double from one minute, so this is about two
 * days.
 */
const ATTEMPTS = 12;
/** What could not be sent for so many days is out of date: it is no longer sent unless somebody requests it. */
const DAYS = 7;

/** So many are sent at a time, so that a slow one does not hold up the others. */
const AT_A_TIME = 4;
/** Milliseconds that one may take before its attempt counts as failed, whatever the other side does. */
const ATTEMPT_MS = 30_000;
/** Minutes for which an item belongs to the process that claimed it; longer than an attempt takes. */
const CLAIM_MINUTES = 2;
/** Milliseconds that a stopping process waits for attempts under way; one left over is made again after its claim. */
const STOP_MS = 5_000;

/** An item in an outbox: a mail, or a message for the chat-bot. */
export interface Waiting {
  id: string;
  attempts: number;
}

/** Why an item could not be sent; `isFinal` when the other side will say the same to every further attempt. */
export interface Fault {
  reason: string;
  isFinal?: boolean;
}

export interface Outbox<W extends Waiting> {
  table: 'mail_outbox' | 'chat_outbox';
  /** Everything needed to send it. */
  whole(from: Db, id: string): Promise<W>;
  /** Sends it; returns why it could not be sent, or null. */
  send(waiting: W): Promise<Fault | null>;
  /** Runs in the transaction that marks it as sent. */
  sent?(tx: Tx, waiting: W): Promise<void>;
}

/**
 * Delivers the items of an outbox for as long as the process runs; every process may do so at the same time. The
 * returned function stops it, once the items under way have been sent, in five seconds at most.
 */
export function startDelivery<W extends Waiting>(outbox: Outbox<W>): () => Promise<void> {
  const stop = startPolling(outbox.table, (isStopped) => deliverOutbox(outbox, isStopped));
  return () => Promise.race([stop(), sleep(STOP_MS)]);
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
        isAway(error) ? logAway(error) : log.error({ err: error, outbox }, 'an outbox could not be read'),
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

/** Sends everything that is due, several at a time; returns how many were sent. */
export async function deliverOutbox<W extends Waiting>(outbox: Outbox<W>, isStopped = () => false): Promise<number> {
  let sent = 0;
  const deliver = async () => {
    for (let result = await deliverOne(outbox); result !== 'none' && !isStopped(); result = await deliverOne(outbox))
      if (result === 'sent') sent += 1;
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_A_TIME }, deliver));
  const broken = ended.find((result) => result.status === 'rejected');
  if (broken) throw broken.reason;
  return sent;
}

/** Claims, sends and records: no transaction is open while the other side is waited for. */
async function deliverOne<W extends Waiting>(outbox: Outbox<W>): Promise<'sent' | 'failed' | 'none'> {
  const claimed = await claim(outbox);
  if (!claimed) return 'none';
  if (claimed.overtaken) return recordFault(outbox, claimed.id, claimed.attempts, { reason: OVERTAKEN, isFinal: true });
  const waiting = await outbox.whole(db, claimed.id);
  const fault = await inTime(outbox.send(waiting));
  return fault ? recordFault(outbox, claimed.id, claimed.attempts + 1, fault) : recordSent(outbox, waiting);
}

/** Nobody else takes a claimed item until its claim has run out: the process may have been killed. */
async function claim({
  table,
}: Pick<Outbox<Waiting>, 'table'>): Promise<(Waiting & { overtaken: boolean }) | undefined> {
  const { rows } = await sql<Waiting & { overtaken: boolean }>`
    with due as (
      select id, greatest(created_at, due_at) < now() - ${DAYS} * interval '1 day' as overtaken from ${sql.table(table)}
      where status = 'waiting' and due_at <= now() order by due_at, id limit 1 for update skip locked
    )
    update ${sql.table(table)} item set due_at = now() + ${CLAIM_MINUTES} * interval '1 minute' from due where item.id = due.id
    returning item.id, item.attempts, due.overtaken`.execute(db);
  return rows[0];
}

async function recordSent<W extends Waiting>(outbox: Outbox<W>, waiting: W): Promise<'sent'> {
  await transaction(async (tx) => {
    await sql`update ${sql.table(outbox.table)} set status = 'sent', sent_at = now(), last_error = null, attempts = attempts + 1
      where id = ${waiting.id}`.execute(tx);
    await outbox.sent?.(tx, waiting);
  });
  return 'sent';
}

async function recordFault(
  { table }: Pick<Outbox<Waiting>, 'table'>,
  id: string,
  attempts: number,
  { reason, isFinal = false }: Fault,
): Promise<'failed'> {
  const given = isFinal || attempts >= ATTEMPTS;
  await sql`update ${sql.table(table)} set status = ${given ? 'failed' : 'waiting'}, last_error = ${reason}, attempts = ${attempts},
    due_at = case when ${given} then now() else now() + power(2, ${attempts - 1}::int) * interval '1 minute' end
    where id = ${id} and status = 'waiting'`.execute(db);
  return 'failed';
}

async function inTime(sending: Promise<Fault | null>): Promise<Fault | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<Fault>((resolve) => {
    timer = setTimeout(() => resolve({ reason: 'no answer in time' }), ATTEMPT_MS);
  });
  return Promise.race([sending, tooSlow]).finally(() => clearTimeout(timer));
}

/** Stored instead of the other side's words; shown as a sentence in the reader's language. */
export const OVERTAKEN = 'overtaken';

/** Before the other side's words for what it refused for good; shown as a sentence in the reader's language. */
export const REFUSED = 'refused: ';
