import type { Tx } from '#lib/process/database/database.server.ts';

/** The part of a notice a mailbox needs: its id and its reader. */
export interface MailboxNotice {
  id: string;
  userId: string;
}

/** Puts notices into the mailboxes of their readers. */
type Mailbox = (tx: Tx, told: readonly MailboxNotice[]) => Promise<void>;

let mailbox: Mailbox | undefined;

/** Called once, on loading, by the module that has the mailboxes. */
export function registerMailbox(put: Mailbox): void {
  mailbox = put;
}

/** Adds the same records to the mailbox, in the transaction that writes them. */
export async function putIntoMailbox(tx: Tx, told: readonly MailboxNotice[]): Promise<void> {
  if (told.length > 0) await mailbox?.(tx, told);
}
