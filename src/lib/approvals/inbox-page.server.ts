import { notFound } from '#lib/kernel/refusal.ts';
import { ALL, inboxTypes, readInbox, readTask, type Inbox, type InboxItem } from './inbox.server.ts';
import type { PostedPage } from '#lib/platform/posted-page.ts';

/** What a module answers to a decision posted from the inbox: done with a redirect, or refused with everything typed. */
export interface PostedDecision {
  done: Response | undefined;
  errors: { path: string; code: string; message: string }[];
  problem: string | null;
  typed: string;
}

/** By type of document: takes the posted decision on the document `id` and goes to `to` when it is done. */
export type Deciders = Record<string, (astro: PostedPage, id: string, to: string) => Promise<PostedDecision | null>>;

export interface InboxPage {
  inbox: Inbox;
  /** The decision shown beside the list: the one asked for (`?task=`), else the first. */
  chosen: InboxItem | null;
  type: string;
  posted: PostedDecision | null;
  done: Response | undefined;
}

/** The inbox in one of its states. A posted decision is handed to the module of its document; then the next one is shown. */
export async function inboxPage(astro: PostedPage, deciders: Deciders): Promise<InboxPage> {
  const { actor } = astro.locals;
  const params = astro.url.searchParams;
  const type = inboxTypes().find((name) => name === params.get('type')) ?? ALL;
  const posted = astro.request.method === 'POST' ? await decideChosen(astro, deciders, type) : null;
  const inbox = await readInbox(actor, params);
  const task = params.get('task');
  const chosen = (task && (await readTask(actor, task))) || inbox.items[0] || null;
  return { inbox, chosen, type, posted, done: posted?.done };
}

/** The inbox's address in another state. */
export function inboxHref({ type, page = 1, task }: { type: string; page?: number; task?: string }): string {
  const search = new URLSearchParams({ ...(type !== ALL && { type }), ...(page > 1 && { page: String(page) }), ...(task && { task }) });
  return search.size > 0 ? `/approvals?${search}` : '/approvals';
}

async function decideChosen(astro: PostedPage, deciders: Deciders, type: string): Promise<PostedDecision | null> {
  const { actor } = astro.locals;
  const task = await readTask(actor, astro.url.searchParams.get('task') ?? '');
  const decide = task && deciders[task.docType];
  if (!decide) throw notFound();
  return decide(astro, task.docId, inboxHref({ type }));
}
