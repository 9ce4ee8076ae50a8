import { sql } from 'kysely';
import { notify } from '#lib/notifications/notify.server.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import { startPolling } from '#lib/process/database/outbox-delivery.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { threadPath } from './paths.ts';
import { peopleReachedBy } from './recipients.server.ts';
import './tables.server.ts';

interface Due {
  id: string;
  threadId: string;
  fromUserId: string;
  from: string;
}

/** Delivers held mails to their readers for as long as the process runs; every process may do so at the same time. */
export function startEmailDelivery(): () => Promise<void> {
  return startPolling('emails', (isStopped) => deliverEmails(new Date(), isStopped));
}

/** Delivers every mail that is due; returns how many. */
export async function deliverEmails(now = new Date(), isStopped = () => false): Promise<number> {
  let delivered = 0;
  for (let result = await deliverOne(now); result !== 'none' && !isStopped(); result = await deliverOne(now))
    if (result === 'delivered') delivered += 1;
  return delivered;
}

/** The key of the notification about a mail. */
export const noticeKey = (messageId: string): string => `email:${messageId}`;

/**
 * The row stays locked during delivery and others skip it; copies, notifications and state are one transaction, so that
 * it is delivered completely and once. A failed one is retried in a minute and does not block the others.
 */
async function deliverOne(now: Date): Promise<'delivered' | 'failed' | 'none'> {
  let due: Due | undefined;
  try {
    return await transaction(async (tx) => {
      const { rows } = await sql<Due>`
        select m.id, m.thread_id, m.from_user_id, u.full_name as from from mail_messages m join users u on u.id = m.from_user_id
        where m.state = 'held' and m.deliver_at <= ${now.toISOString()} order by m.deliver_at, m.id limit 1 for update of m skip locked`.execute(
        tx,
      );
      due = rows[0];
      if (!due) return 'none';
      await deliver(tx, due);
      return 'delivered';
    });
  } catch (error) {
    if (!due) throw error;
    log.error({ err: error, mail: due.id }, 'a mail could not be delivered');
    const { id } = due;
    await transaction((tx) =>
      sql`update mail_messages set deliver_at = now() + interval '1 minute' where id = ${id} and state = 'held'`.execute(
        tx,
      ),
    );
    return 'failed';
  }
}

async function deliver(tx: Tx, { id, threadId, fromUserId, from }: Due): Promise<void> {
  const { rows } = await sql<{ userId: string }>`
    insert into mail_boxes (id, user_id, message_id, role, folder) select uuidv7(), reached.user_id, ${id}, reached.field, 'inbox' from ${peopleReachedBy(id)} returning user_id`.execute(
    tx,
  );
  await sql`update mail_boxes set arrived_at = now() where id = ${id}`.execute(tx);
  await sql`update mail_messages set state = 'sent', deliver_at = null, sent_at = now() where id = ${id}`.execute(tx);
  const to = rows.map(({ userId }) => userId).filter((userId) => userId !== fromUserId);
  await notify(tx, { event: 'email.received', to, params: { from }, link: threadPath(threadId), key: noticeKey(id) });
}
