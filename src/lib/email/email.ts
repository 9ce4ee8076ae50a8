/** The addresses of the mailbox (specification, route lists; model of purchasing, 5.3). Browser-safe. */
import { COMPOSE_PATH, MAILBOX_PATH } from './paths.ts';
import { isOneOf } from '#lib/values/one-of.ts';
import { PAGE_SIZE, PAGE_SIZES } from '#lib/values/constants.ts';

/** The side menu of the mailbox; 'starred' is a view and not a place. The inbox has no address of its own. */
export const FOLDERS = ['inbox', 'sent', 'draft', 'starred', 'spam', 'trash'] as const;
export type Folder = (typeof FOLDERS)[number];

/** Labels are set on one's own copy; nobody sees the labels of others. */
export const LABELS = ['personal', 'company', 'important', 'private'] as const;
export type Label = (typeof LABELS)[number];

/** Filters of a list; 'snoozed' shows snoozed mails of the inbox. */
export const LIST_FILTERS = ['unread', 'starred', 'files', 'snoozed'] as const;
export type ListFilter = (typeof LIST_FILTERS)[number];

export const RECIPIENT_FIELDS = ['to', 'cc', 'bcc'] as const;
export type RecipientField = (typeof RECIPIENT_FIELDS)[number];

/** Seconds in which a sent mail can be taken back. */
export const UNDO_SECONDS = 10;
/**
 * Maximum characters of a subject and of a body; maximum number of recipients named in a mail, and of people it
 * reaches.
 */
export const MOST = { subject: 200, body: 100_000, recipients: 50, people: 500, attachments: 20 } as const;

/** The address for composing a mail: a reply to or forward of the copy `mail`, or one linked to a record. */
export function composeHref(
  about: Partial<Record<'reply' | 'replyAll' | 'forward' | 'entity' | 'record' | 'to', string>> = {},
): string {
  const search = new URLSearchParams(about);
  return search.size > 0 ? `${COMPOSE_PATH}?${search}` : COMPOSE_PATH;
}

/** The state of a folder or a label in its address. */
export interface MailboxQuery {
  folder: Folder;
  label: Label | null;
  q: string;
  show: ListFilter[];
  page: number;
  perPage: number;
}

/** The list at an address; null for an unknown folder or label. Unknown query parameters are ignored. */
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
    show: LIST_FILTERS.filter((name) => params.getAll('show').includes(name)),
    page: Math.max(1, Math.min(1_000_000, Math.trunc(Number(params.get('page')) || 1))),
    perPage: isOneOf(PAGE_SIZES, perPage) ? perPage : PAGE_SIZE,
  };
}

/** The address without its query. */
export function mailboxPath({ folder, label }: Pick<MailboxQuery, 'folder' | 'label'>): string {
  if (label) return `${MAILBOX_PATH}/label/${label}`;
  return folder === 'inbox' ? MAILBOX_PATH : `${MAILBOX_PATH}/${folder}`;
}

/** The address of another state; that starts on page 1. */
export function mailboxHref(query: MailboxQuery, change: Partial<MailboxQuery> = {}): string {
  const { q, show, page, perPage, ...place } = { ...query, page: 1, ...change };
  const params = new URLSearchParams({ ...(q && { q }) });
  for (const name of show) params.append('show', name);
  if (perPage !== PAGE_SIZE) params.set('perPage', String(perPage));
  if (page > 1) params.set('page', String(page));
  return params.size > 0 ? `${mailboxPath(place)}?${params}` : mailboxPath(place);
}

/** The default state of a mailbox list, as a starting point for addresses. */
export const wholeFolder = (folder: Folder, label: Label | null = null): MailboxQuery => ({
  folder,
  label,
  q: '',
  show: [],
  page: 1,
  perPage: PAGE_SIZE,
});
