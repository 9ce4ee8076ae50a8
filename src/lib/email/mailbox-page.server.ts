import type { Actor } from '#lib/values/actor.ts';
import { chosenIn, type BulkResult } from '#lib/records/list/bulk.server.ts';
import { postedActs, type PostedAct, type PostedActs } from '#lib/records/form/posted-acts.server.ts';
import { Refusal, unknownAddress } from '#lib/values/refusal.ts';
import { formDataOf } from '#lib/process/http/body.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import { applyMailActToMatching } from './mail-acts-on-matching.server.ts';
import { MAIL_ACTS, applyMailAct, type MailAct } from './mail-acts.server.ts';
import { LABELS, readMailboxQuery } from './email.ts';
import { draftPath } from './paths.ts';
import { listMailbox, type Mailbox } from './mailbox.server.ts';
import { takeBackMail } from './sending.server.ts';
import { SNOOZES } from './snoozing.ts';

/**
 * A list of the mailbox in the state of its address (`:folder` or `:label`, else the inbox), after processing a post.
 * 404 for a folder or a label that the specification does not name; the inbox has no other address.
 */
export async function mailboxPage(
  astro: PostedPage,
): Promise<{ posted: PostedActs; list: Mailbox; done: undefined } | { posted: null; list: null; done: Response }> {
  const { actor } = astro.locals;
  const { folder, label = null } = astro.params;
  if (folder === 'inbox') throw unknownAddress();
  const posted = await postedMailActs(astro, async (data, input) => {
    const { rows, allSeenAt } = chosenIn(data);
    const query = readMailboxQuery(astro.url.searchParams, folder, label);
    return allSeenAt !== null && query
      ? applyMailActToMatching(actor, query, allSeenAt, input)
      : applyMailAct(actor, rows, input);
  });
  if (posted.done) return { posted: null, list: null, done: posted.done };
  return { posted, list: await listMailbox(actor, astro.url.searchParams, folder, label), done: undefined };
}

/** Carries out a mailbox form: an act on the copies that `run` selects, or taking back a held mail. */
export async function postedMailActs(
  astro: PostedPage,
  run: (data: FormData, input: ActInput) => Promise<BulkResult>,
): Promise<PostedActs> {
  const { actor } = astro.locals;
  let undone: string | null = null;
  const acts: Record<string, PostedAct> = Object.fromEntries(
    namedActs().map(([name, input]) => [
      name,
      async () => flashResult(astro, await run(await formDataOf(astro.request), input)),
    ]),
  );
  const undo: PostedAct = async ({ mail }) => {
    undone = (await takeBackMail(actor, String(mail ?? ''))).id;
    return astro.locals.t('email.undo.done');
  };
  const posted = await postedActs(astro, { ...acts, undo });
  return undone ? { ...posted, done: astro.redirect(draftPath(undone), 303) } : posted;
}

interface ActInput {
  act: MailAct;
  label?: string;
  until?: string;
}

/** The acts as named by buttons: 'trash', 'label-private', 'snooze-tomorrow'. */
function namedActs(): [string, ActInput][] {
  return MAIL_ACTS.flatMap((act): [string, ActInput][] => {
    if (act === 'label' || act === 'unlabel') return LABELS.map((label) => [`${act}-${label}`, { act, label }]);
    return act === 'snooze' ? SNOOZES.map((until) => [`snooze-${until}`, { act, until }]) : [[act, { act }]];
  });
}

function flashResult({ locals: { t } }: PostedPage, { act, done, refused }: BulkResult): ReturnType<PostedAct> {
  if (done.length === 0) throw new Refusal(refused.length > 0 ? 'mails-not-fitting' : 'nothing-chosen');
  const text = t(`email.done.${act}`, { count: done.length });
  return Promise.resolve(
    refused.length > 0 ? { kind: 'info', text: `${text} ${t('email.refused', { count: refused.length })}` } : text,
  );
}

/** The mails that acts on a conversation's page apply to: every copy that is shown, except drafts. */
export const shownIds = (mails: readonly { id: string; state: string }[]): string[] =>
  mails.filter(({ state }) => state !== 'draft').map(({ id }) => id);

/** Marks what was opened as read; a browser's prefetch opens nothing. */
export async function markOpened(
  actor: Actor,
  request: Request,
  mails: readonly { id: string; isRead: boolean }[],
): Promise<void> {
  const unread = mails.filter(({ isRead }) => !isRead).map(({ id }) => id);
  if (unread.length > 0 && !request.headers.get('sec-purpose')?.includes('prefetch'))
    await applyMailAct(actor, unread, { act: 'read' });
}
