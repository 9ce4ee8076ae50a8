/** The mailbox as its addresses have it (specification, route lists; model of purchasing, 5.3). Browser-safe. */
import { COMPOSE_PATH, MAILBOX_PATH } from './paths.ts';
import { isOneOf } from '#lib/values/one-of.ts';
import { PAGE_SIZE, PAGE_SIZES } from '#lib/values/constants.ts';

/** What the side of the mailbox lists; 'starred' is a view and no place. The inbox has no address of its own. */
export const FOLDERS = ['inbox', 'sent', 'draft', 'starred', 'spam', 'trash'] as const;
export type Folder = (typeof FOLDERS)[number];

/** Everybody marks their own copy; nobody sees the labels of others. */
export const LABELS = ['personal', 'company', 'important', 'private'] as const;
export type Label = (typeof LABELS)[number];

/** What a list may be narrowed to; 'snoozed' shows what the inbox has put off. */
export const SHOWS = ['unread', 'starred', 'files', 'people', 'snoozed'] as const;
export type Show = (typeof SHOWS)[number];

export const RECIPIENT_FIELDS = ['to', 'cc', 'bcc'] as const;
export type RecipientField = (typeof RECIPIENT_FIELDS)[number];

/** Seconds in which a sent mail can be taken back. */
export const UNDO_SECONDS = 10;
/** Characters of a subject and of a body; people, teams and departments named in a mail, and people it may reach. */
export const MOST = { subject: 200, body: 100_000, recipients: 50, people: 500, attachments: 20 } as const;

/** Where a new mail begins that answers or passes on the copy `mail`, or leads to a record. */
export function composeHref(
  about: Partial<Record<'reply' | 'replyAll' | 'forward' | 'entity' | 'record' | 'to', string>> = {},
): string {
  const search = new URLSearchParams(about);
  return search.size > 0 ? `${COMPOSE_PATH}?${search}` : COMPOSE_PATH;
}

/** A folder or a label in one of its states, as its address has it. */
export interface MailboxQuery {
  folder: Folder;
  label: Label | null;
  q: string;
  show: Show[];
  page: number;
  perPage: number;
}

/** The list at an address; null for a folder or a label that does not exist. What is unknown in the query is passed over. */
export function readMailboxQuery(
  params: URLSearchParams,
  folder = 'inbox',
  label: string | null = null,
): MailboxQuery | null {
  if (!FOLDERS.includes(folder as Folder) || (label !== null && !LABELS.includes(label as Label))) return null;
  const perPage = Number(params.get('perPage'));
  return {
    folder: folder as Folder,
    label: label as Label | null,
    q: (params.get('q') ?? '').trim().slice(0, 200),
    show: SHOWS.filter((name) => params.getAll('show').includes(name)),
    page: Math.max(1, Math.min(1_000_000, Math.trunc(Number(params.get('page')) || 1))),
    perPage: isOneOf(PAGE_SIZES, perPage) ? perPage : PAGE_SIZE,
  };
}

/** The address without its query. */
export function mailboxPath({ folder, label }: Pick<MailboxQuery, 'folder' | 'label'>): string {
  if (label) return `${MAILBOX_PATH}/label/${label}`;
  return folder === 'inbox' ? MAILBOX_PATH : `${MAILBOX_PATH}/${folder}`;
}

/** The address in another state; that starts on page 1. */
export function mailboxHref(query: MailboxQuery, change: Partial<MailboxQuery> = {}): string {
  const { q, show, page, perPage, ...place } = { ...query, page: 1, ...change };
  const params = new URLSearchParams({ ...(q && { q }) });
  for (const name of show) params.append('show', name);
  if (perPage !== PAGE_SIZE) params.set('perPage', String(perPage));
  if (page > 1) params.set('page', String(page));
  return params.size > 0 ? `${mailboxPath(place)}?${params}` : mailboxPath(place);
}

/** An empty list of the mailbox, to lead somewhere from. */
export const wholeFolder = (folder: Folder, label: Label | null = null): MailboxQuery => ({
  folder,
  label,
  q: '',
  show: [],
  page: 1,
  perPage: PAGE_SIZE,
});
