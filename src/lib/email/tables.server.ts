import { isSignedIn, type Actor } from '#lib/values/actor.ts';
import { notAuthorized } from '#lib/values/refusal.ts';
import type { Label, RecipientField } from './email.ts';
import type { Stamps, Table } from '#lib/process/database/table.ts';

export interface MessageRow {
  id: string;
  threadId: string;
  fromUserId: string;
  state: 'draft' | 'held' | 'sent';
  subject: string;
  bodyHtml: string;
  bodyText: string;
  linkedEntity: string | null;
  linkedId: string | null;
  deliverAt: string | null;
  sentAt: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

/** A person's copy of a message; its id is used in addresses. */
export interface BoxRow {
  id: string;
  userId: string;
  messageId: string;
  role: 'sender' | RecipientField;
  folder: Place;
  restoreTo: Place | null;
  trashedAt: string | null;
  isRead: boolean;
  isStarred: boolean;
  labels: Label[];
  snoozedUntil: string | null;
  arrivedAt: string;
}

/** The place of a copy. */
export type Place = 'inbox' | 'sent' | 'draft' | 'spam' | 'trash';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    mailThreads: Table<{ id: string; createdAt: string }, 'createdAt'>;
    mailMessages: Table<MessageRow, Stamps | 'state' | 'subject' | 'bodyHtml' | 'bodyText'>;
    mailRecipients: {
      messageId: string;
      position: number;
      field: RecipientField;
      userId: string | null;
      teamId: string | null;
      departmentId: string | null;
    };
    mailAttachments: { messageId: string; fileId: string; position: number };
    mailBoxes: Table<BoxRow, 'isRead' | 'isStarred' | 'labels' | 'arrivedAt'>;
  }
}

/** The owner of the mailbox: there is no access to anybody else's. */
export function ownerId(actor: Actor): string {
  if (!isSignedIn(actor)) throw notAuthorized();
  return actor.id;
}
