import { INBOX_PATH } from '#lib/approvals/paths.ts';
import { delegationsTo } from '#lib/approvals/delegation/delegation.server.ts';
import type { NamedDelegation } from '#lib/approvals/delegation/approval-delegation.ts';
import { postedDecision, taskIn, type PostedDecision } from './decide-task.server.ts';
import { differencesOf, type Differences } from '#lib/approvals/differences.server.ts';
import {
  ALL,
  DECIDED,
  inboxTypes,
  readInbox,
  readInboxQuery,
  readTask,
  type Inbox,
  type InboxItem,
  type InboxQuery,
} from './inbox.server.ts';
import { FROM_INBOX, nextDecision } from './next-decision.server.ts';
import type { Crumb } from '#lib/access/session/page.ts';
import type { Actor } from '#lib/values/actor.ts';
import { approvalKinds } from '#lib/approvals/kinds.server.ts';
import { manyView, type ManyView } from './decide-several.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';

export interface InboxPage {
  inbox: Inbox;
  query: InboxQuery;
  /** The decision shown beside the list: the one asked for (`?task=`), else the first. */
  chosen: InboxItem | null;
  /** How the chosen one differs from what was sent, or from what was sent before. */
  differences: Differences | null;
  tabs: { label: string; href: string; current: boolean; count?: number }[];
  /** The line under the heading. */
  note: string;
  /** The text in place of an empty list. */
  empty: { title: string; text?: string };
  /** The address of this very state with a change; what is null is left out. */
  hrefOf: (change: Record<string, string | readonly string[] | null>) => string;
  /** For whom the actor decides too. */
  delegations: NamedDelegation[];
  posted: PostedDecision | null;
  /** Those that are to be approved together, shown before they are; and what became of those that were. */
  many: ManyView | null;
  done: Response | undefined;
}

const key = 'approvals.inbox';

/**
 * The inbox in one of its states. A posted decision is handed to the kind of its document; then the next one is shown.
 */
export async function inboxPage(astro: PostedPage): Promise<InboxPage> {
  const { actor, language } = astro.locals;
  const params = astro.url.searchParams;
  const query = readInboxQuery(params, language);
  const task = params.get('task');
  const isPost = astro.request.method === 'POST';
  const many = await manyView(astro);
  const posted =
    isPost && !many
      ? await postedDecision(astro, taskIn(task), () => nextHref(actor, params, query, taskIn(task)))
      : null;
  const [inbox, delegations] = await Promise.all([readInbox(actor, query), delegationsTo(actor)]);
  // A refused decision is never shown beside another document than its own.
  const chosen = (task && (await readTask(actor, task))) || (posted?.problem ? null : inbox.items[0]) || null;
  const differences =
    chosen?.status === 'pending' ? await differencesOf(chosen.docType, chosen.docId, astro.locals) : null;
  return {
    inbox,
    query,
    chosen,
    differences,
    ...wordsOf(astro, query, inbox),
    hrefOf: (change) => inboxHref(params, change),
    delegations,
    posted,
    many,
    done: posted?.done,
  };
}

/** The inbox as it is narrowed, with the next decision chosen. */
async function nextHref(actor: Actor, params: URLSearchParams, query: InboxQuery, task: string): Promise<string> {
  const next = await nextDecision(actor, query, ({ taskId }) => taskId === task);
  return inboxHref(params, next ? { task: next.taskId } : { page: null, task: null });
}

function wordsOf(
  { locals: { t } }: PostedPage,
  { type, age, amountFrom, amountTo, departments }: InboxQuery,
  { counts, dueByToday }: Inbox,
): Pick<InboxPage, 'tabs' | 'note' | 'empty'> {
  const types = inboxTypes();
  const current = types.includes(type) ? type : ALL;
  const tabs = types.map((name) => ({
    label: t(approvalKinds().find(({ tab }) => tab.name === name)?.tab.label ?? `${key}.types.${name}`),
    current: name === current,
    href: inboxHref(new URLSearchParams(), { type: name }),
    ...(name !== DECIDED && { count: counts[name] ?? 0 }),
  }));
  const waiting = counts[ALL] ?? 0;
  const note =
    waiting === 0
      ? t(`${key}.none`)
      : [t(`${key}.note`, { count: waiting }), dueByToday > 0 && t(`${key}.dueToday`, { count: dueByToday })]
          .filter(Boolean)
          .join(' ');
  const isNarrowed = age !== null || amountFrom !== null || amountTo !== null || departments.length > 0;
  const empty = isNarrowed
    ? { title: t(`${key}.noneMatch`) }
    : current === DECIDED
      ? { title: t(`${key}.noneDecided`) }
      : { title: t(`${key}.none`), text: t(`${key}.noneText`) };
  return { tabs, note, empty };
}

/** The inbox's address in another state; what is null is left out. */
export function inboxHref(now: URLSearchParams, change: Record<string, string | readonly string[] | null>): string {
  const search = new URLSearchParams([...now].filter(([name, value]) => KEPT.has(name) && value !== ''));
  for (const [name, value] of Object.entries(change)) {
    search.delete(name);
    for (const one of value === null ? [] : [value].flat()) search.append(name, one);
  }
  if (search.get('type') === ALL) search.delete('type');
  return search.size > 0 ? `${INBOX_PATH}?${search}` : INBOX_PATH;
}

const KEPT = new Set(['type', 'age', 'amountFrom', 'amountTo', 'department', 'page', 'task']);

/** The way back to the inbox, as it was narrowed, from a document opened there; null where it was opened from elsewhere. */
export function inboxCrumb(url: URL): Crumb | null {
  const from = url.searchParams.get(FROM_INBOX);
  if (from === null) return null;
  return { label: 'approvals.inbox.title', path: inboxHref(new URLSearchParams(from), {}) };
}
