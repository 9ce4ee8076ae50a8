import type { Actor } from '#lib/values/actor.ts';
import { notFound, Refusal, staysOnPage } from '#lib/values/refusal.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { wordedRefusal } from '#lib/process/i18n/sentence.server.ts';
import { formDataOf } from '#lib/process/http/body.server.ts';
import { setFlash } from '#lib/process/http/flash.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import type { Translate } from '#lib/values/languages.ts';
import { namesWaitingFor } from '#lib/approvals/approval-chain.server.ts';
import { readTask, type InboxItem } from './inbox.server.ts';
import { DECISION_ACT_NAMES, approvalKind, type Act } from '#lib/approvals/kinds.server.ts';
import { whyTaskIsClosed } from '#lib/approvals/decided-meanwhile.server.ts';

/** What became of a decision that a page posted: done with a redirect, or refused with everything typed. */
export interface PostedDecision {
  done: Response | undefined;
  errors: { path: string; code: string; message: string }[];
  problem: string | null;
  typed: string;
}

/**
 * The actor's decision of one task, whatever kind of document it is about: `input` holds the version of the document
 * that was seen and the comment. 404 for a task of somebody else; 409 with the reason for one that no longer waits for
 * the actor.
 */
export async function decideTask(
  actor: Actor,
  taskId: string,
  act: Act,
  input: Record<string, unknown>,
): Promise<InboxItem> {
  const item = await readTask(actor, taskId);
  if (item?.status !== 'pending') throw await whyTaskIsClosed(actor, taskId);
  await approvalKind(item.docType).decide[act](actor, shownVersionOf(item.docId, input), input);
  return item;
}

/**
 * A decision as a plain form posts it (`act`, `version`, `comment`); when it is done the page goes to what `to` names, as
 * asked before the decision, and says so.
 */
export async function postedDecision(
  astro: Pick<PostedPage, 'request' | 'locals' | 'cookies' | 'redirect' | 'response'>,
  taskId: string,
  to: () => Promise<string>,
): Promise<PostedDecision> {
  const { actor, t } = astro.locals;
  const input: Record<string, unknown> = Object.fromEntries(await formDataOf(astro.request));
  const typed = String(input['comment'] ?? '');
  try {
    const act = decisionActOf(input['act']);
    const next = await to();
    const item = await decideTask(actor, taskId, act, input);
    setFlash(astro.cookies, {
      kind: 'success',
      text: decisionMessage(
        t,
        act,
        item,
        act === 'approve' ? (await namesWaitingFor([item.docId])).get(item.docId) : [],
      ),
    });
    return { done: astro.redirect(next, 303), errors: [], problem: null, typed };
  } catch (error) {
    if (!staysOnPage(error)) throw error;
    astro.response.status = error.status;
    return { done: undefined, ...wordedRefusal(t, error), typed };
  }
}

/** The act that a form or a body names; 422 `unknown-act` for anything else. */
export function decisionActOf(value: unknown): Act {
  const act = DECISION_ACT_NAMES.find((name) => name === value);
  if (!act) throw new Refusal('unknown-act', 422);
  return act;
}

/** 'You approved PR-SWG-2026-00412. It now waits for Marie Lau.' `names` are those whom the document waits for now. */
export function decisionMessage(
  t: Translate,
  act: Act,
  { number, title }: Pick<InboxItem, 'number' | 'title'>,
  names: readonly string[] = [],
): string {
  const next = names.length > 0 ? ` ${t('approvals.said.next', { names: names.join(', ') })}` : '';
  return t(`approvals.said.${act}`, { name: number ?? title }) + next;
}

/** The task of an address; 404 where there is none. */
export function taskIn(value: string | null): string {
  if (!value) throw notFound();
  return value;
}
