import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { config } from '#lib/process/config/config.server.ts';
import type { Db, Tx } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import {
  deliverOutbox,
  type Fault,
  startDelivery,
  type Outbox,
  type Waiting,
} from '#lib/process/database/outbox-delivery.server.ts';
import type { Language } from '#lib/values/languages.ts';
import { errorText } from '#lib/process/config/without-secrets.server.ts';
import { log } from '#lib/process/config/log.server.ts';
import { notificationText, type StoredEvent } from './notification-text.server.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    chatOutbox: Table<
      {
        id: string;
        notificationId: string;
        createdAt: string;
        status: 'waiting' | 'sent' | 'failed';
        dueAt: string;
        attempts: number;
        sentAt: string | null;
        lastError: string | null;
      },
      'createdAt' | 'status' | 'dueAt' | 'attempts'
    >;
  }
}

/** A message with its recipient. */
interface Message extends Waiting, StoredEvent {
  link: string;
  username: string;
  email: string;
  fullName: string;
  language: Language;
}

/** Milliseconds within which the chat-bot must accept a message. */
const ANSWER_MS = 10_000;

/** Whether a chat-bot is configured. */
export const hasChatBot = (): boolean => config.chatBotUrl !== undefined && config.chatBotToken !== undefined;

/** Puts a message for a notification into the chat-bot's outbox. Without a chat-bot there is no message. */
export async function queueChat(tx: Tx, notificationId: string): Promise<void> {
  if (hasChatBot()) await tx.insertInto('chatOutbox').values({ id: uuid(), notificationId }).execute();
}

/** Sends the messages in the outbox for as long as the process runs. Does nothing without a chat-bot. */
export function startChatDelivery(): () => Promise<void> {
  return hasChatBot() ? startDelivery(outbox) : async () => {};
}

/** Sends every message that is due; returns how many. */
export function deliverChat(): Promise<number> {
  return deliverOutbox(outbox);
}

const outbox: Outbox<Message> = { table: 'chat_outbox', whole, send };

async function whole(from: Db, id: string): Promise<Message> {
  const { rows } = await sql<Message>`
    select c.id, c.attempts, n.event, n.entity, n.entity_number, n.params, n.link, u.username, u.email, u.full_name, u.language
    from chat_outbox c join notifications n on n.id = c.notification_id join users u on u.id = n.user_id where c.id = ${id}`.execute(
    from,
  );
  return rows[0]!;
}

/**
 * One POST of JSON with the token as Bearer; any 2xx response means accepted. A retry carries the same idempotency key.
 * Redirects are not followed: the token is for the configured address alone.
 */
async function send(message: Message): Promise<Fault | null> {
  const { title, text, quote } = notificationText(message, message.language);
  try {
    const answer = await fetch(config.chatBotUrl!, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${config.chatBotToken}`,
        'idempotency-key': message.id,
      },
      body: JSON.stringify({
        to: { username: message.username, email: message.email, name: message.fullName },
        title,
        text: [text, quote].filter(Boolean).join('\n\n'),
        link: config.publicOrigin + message.link,
        event: message.event,
        language: message.language,
      }),
    });
    await answer.body?.cancel();
    return answer.ok ? null : logFailure(message.id, `HTTP ${answer.status}`);
  } catch (error) {
    return logFailure(message.id, reasonOf(error));
  }
}

/** The error itself may contain the request and with it the token: only its reason is stored. */
function logFailure(id: string, reason: string): Fault {
  log.warn({ message: id, reason }, 'the chat-bot did not take a message');
  return { reason };
}

function reasonOf(error: unknown): string {
  const { name, cause } = error as Error;
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : name === 'TimeoutError' ? 'no answer in time' : errorText(error);
}
