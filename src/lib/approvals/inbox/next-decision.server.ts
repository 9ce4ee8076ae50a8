import type { Actor } from '#lib/values/actor.ts';
import { INBOX_PATH } from '#lib/approvals/paths.ts';
import { approvalKind } from '#lib/approvals/kinds.server.ts';
import { readInbox, readInboxQuery, type InboxItem, type InboxQuery } from './inbox.server.ts';

/** On the address of a document: the inbox that it was opened from, as the query of its address; '' for the whole inbox. */
export const FROM_INBOX = 'inbox';

/**
 * Where the actor goes on after this decision, in the inbox as it is narrowed: the one after it, after the last one the
 * first; null where no other waits. To be asked before the decision.
 */
export async function nextDecision(
  actor: Actor,
  query: InboxQuery,
  isDecided: (item: InboxItem) => boolean,
): Promise<InboxItem | null> {
  const { items } = await readInbox(actor, query);
  const waiting = items.filter((item) => item.status === 'pending');
  const next = waiting[waiting.findIndex(isDecided) + 1];
  return next ?? waiting.find((item) => !isDecided(item)) ?? null;
}

/**
 * The page after a decision on the page of a document that was opened from the inbox, as a phone does: the next document
 * that waits, else the inbox. Null where it was opened from elsewhere.
 */
export async function pageAfterDecision(
  actor: Actor,
  language: string,
  url: URL,
  docId: string,
): Promise<string | null> {
  const from = url.searchParams.get(FROM_INBOX);
  if (from === null) return null;
  const query = readInboxQuery(new URLSearchParams(from), language);
  const next = await nextDecision(actor, query, (item) => item.docId === docId);
  return next
    ? `${approvalKind(next.docType).path(next.docId)}?${new URLSearchParams({ [FROM_INBOX]: from })}`
    : INBOX_PATH;
}
