import type { Tx } from '#lib/process/database/database.server.ts';

/** A notice as far as a mailbox needs it: which one, and whose. */
export interface MailboxNotice {
  id: string;
  userId: string;
}

/** Puts notices into the mailboxes of their readers. */
type Mailbox = (tx: Tx, told: readonly MailboxNotice[]) => Promise<void>;

let mailbox: Mailbox | undefined;

/** Called once by the module that has the mailboxes, when it is loaded. */
export function registerMailbox(put: Mailbox): void {
  mailbox = put;
}

/** The same records come into the mailbox, too, in the transaction that writes them. */
export async function putIntoMailbox(tx: Tx, told: readonly MailboxNotice[]): Promise<void> {
  if (told.length > 0) await mailbox?.(tx, told);
}
