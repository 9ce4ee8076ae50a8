import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { registerMailbox } from '#lib/notifications/mailbox-channel.server.ts';
import './tables.server.ts';

/** A system notice is a message without a text of its own: its text and read state are those of the notification. */
registerMailbox(async (tx, notices) => {
  const made = notices.map(({ id, userId }) => ({
    notificationId: id,
    userId,
    messageId: uuid(),
    threadId: uuid(),
    boxId: uuid(),
  }));
  await tx
    .insertInto('mailThreads')
    .values(made.map(({ threadId }) => ({ id: threadId })))
    .execute();
  await tx
    .insertInto('mailMessages')
    .values(
      made.map(({ messageId, threadId, notificationId }) => ({
        id: messageId,
        threadId,
        source: 'system' as const,
        notificationId,
        state: 'sent' as const,
        sentAt: sql<string>`now()`,
      })),
    )
    .execute();
  await tx
    .insertInto('mailBoxes')
    .values(
      made.map(({ boxId, userId, messageId }) => ({
        id: boxId,
        userId,
        messageId,
        role: 'system' as const,
        folder: 'inbox' as const,
      })),
    )
    .execute();
});
