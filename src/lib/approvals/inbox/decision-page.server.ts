import { actorOfPerson } from '#lib/access/session/actor.server.ts';
import { networkOf } from '#lib/values/network.ts';
import type { Actor } from '#lib/values/actor.ts';
import { firstRequiredAction } from '#lib/access/session/guard.server.ts';
import { LANGUAGE_COOKIE } from '#lib/access/account/own-language.server.ts';
import { tokenStatus, useToken } from '#lib/access/tokens/public-tokens.server.ts';
import { formatInstant } from '#lib/values/time.ts';
import { Refusal, staysOnPage } from '#lib/values/refusal.ts';
import { faultSentence } from '#lib/process/i18n/sentence.server.ts';
import { formDataOf } from '#lib/process/http/body.server.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { factsOf } from '#lib/process/http/endpoint.server.ts';
import { isLanguage } from '#lib/values/languages.ts';
import { translatorFor } from '#lib/process/i18n/translator.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import { consumePoint, type Limit } from '#lib/process/database/rate-limit.server.ts';
import type { Instance, Task } from '#lib/approvals/instance.ts';
import { chainOf, type Chain } from '#lib/approvals/approval-chain.server.ts';
import { decisionActOf, decideTask } from './decide-task.server.ts';
import { DECIDE, limitBelow } from './decision-link.server.ts';
import { differencesOf, type Differences } from '#lib/approvals/differences.server.ts';
import { approvalKind, documentRow, type ApprovalKind, type DocumentRow } from '#lib/approvals/kinds.server.ts';
import { whyTaskIsClosed } from '#lib/approvals/decided-meanwhile.server.ts';
import type { Preview } from '#lib/approvals/preview.ts';
import { snapshotHash } from '#lib/approvals/snapshot-hash.server.ts';
import { isDelegationOver } from '#lib/approvals/delegation/delegate.server.ts';

/** Why a link does not, or not by itself, lead to a decision. Words under `approvals.link.<code>`. */
export type LinkEnd =
  | 'unknown'
  | 'expired'
  | 'revoked'
  | 'used'
  | 'not-active'
  | 'decided-by-you'
  | 'already-settled'
  | 'changed'
  | 'sign-in';

export interface OpenDecision {
  kind: ApprovalKind;
  document: DocumentRow;
  preview: Preview;
  /** How it differs from what was sent the time before. */
  differences: Differences | null;
  chain: Chain | null;
  seq: number;
  note: string | null;
  onBehalfOf: string | null;
  name: string;
}

export interface DecisionView {
  open: OpenDecision | null;
  end: { code: LinkEnd; params: Record<string, unknown> } | null;
  /** Where signing in leads: to the document itself. */
  documentPath: string | null;
  error: string | null;
  typed: string;
  done: Response | undefined;
}

/** Requests with links that never were, from one address. */
const UNKNOWN_LIMIT: Limit = { name: 'decide-link-unknown', points: 30, seconds: 60 };

/**
 * The page behind the link of a mail: what is asked, and a form that decides. Looking at it never acts, since mail
 * programs open every link; the link decides once, and says in a sentence why it does no more.
 */
export async function decisionPage(astro: PostedPage, token: string): Promise<DecisionView> {
  const found = await findTask(token);
  if (!found) {
    await consumePoint(UNKNOWN_LIMIT, networkOf(factsOf(astro).ip));
    astro.response.status = 404;
    return closed('unknown');
  }
  speak(astro, found.language);
  const view = await viewOf(astro, found);
  if (astro.request.method !== 'POST' || !view.open) {
    if (view.end) astro.response.status = view.end.code === 'sign-in' ? 200 : 410;
    return astro.request.method === 'POST'
      ? { ...view, typed: String((await formDataOf(astro.request)).get('comment') ?? '') }
      : view;
  }
  return post(astro, token, found, view);
}

async function post(astro: PostedPage, token: string, found: Found, view: DecisionView): Promise<DecisionView> {
  const input: Record<string, unknown> = Object.fromEntries(await formDataOf(astro.request));
  try {
    await decideTask(await deciderOf(astro, found), found.task.id, decisionActOf(input['act']), input);
    // The task is decided and cannot be decided again; the use is noted beside it.
    await transaction((tx) => useToken(tx, DECIDE, token)).catch(() => {});
    return { ...view, done: astro.redirect(astro.url.pathname, 303) };
  } catch (error) {
    // A task that went to somebody else meanwhile is not found: this page says so.
    const isGone = error instanceof Refusal && error.status === 404;
    if (!isGone && !staysOnPage(error)) throw error;
    astro.response.status = error.status;
    const [fault] = error.errors;
    if (fault) return { ...view, typed: String(input['comment'] ?? ''), error: faultSentence(astro.locals.t, fault) };
    // It has changed since it was shown: the page shows its current state, or the newer version to be decided again.
    const now = await viewOf(astro, (await findTask(token))!);
    return {
      ...now,
      typed: String(input['comment'] ?? ''),
      error: now.open ? astro.locals.t(`refusals.${error.code}`, error.details.params) : null,
    };
  }
}

interface Found {
  task: Task;
  instance: Instance;
  standing: 'good' | 'revoked' | 'expired' | 'used';
  status: string;
  language: string;
  fullName: string;
}

async function findTask(token: string): Promise<Found | null> {
  const link = await tokenStatus(db, DECIDE, token);
  const task =
    link && (await db.selectFrom('approvalTasks').selectAll().where('id', '=', link.subjectId).executeTakeFirst());
  if (!task) return null;
  const [instance, person] = await Promise.all([
    db.selectFrom('approvalInstances').selectAll().where('id', '=', task.instanceId).executeTakeFirstOrThrow(),
    db
      .selectFrom('users')
      .select(['status', 'language', 'fullName'])
      .where('id', '=', task.assigneeId)
      .executeTakeFirstOrThrow(),
  ]);
  return { task, instance, standing: link.standing, ...person };
}

/** The status of the link: a decision that was made is more informative than an expired link. */
async function viewOf(astro: PostedPage, found: Found): Promise<DecisionView> {
  const { task, instance, standing, status } = found;
  const kind = approvalKind(task.docType);
  const document = await documentRow(task.docType, task.docId);
  if (!document) return closed('unknown');
  const name = document.number ?? document.title;
  const end = (code: LinkEnd, params: Record<string, unknown> = {}): DecisionView => ({
    ...closed(code, { name, ...params }),
    documentPath: kind.path(task.docId),
  });
  if (status !== 'active') return { ...end('not-active'), documentPath: null };
  if (task.status === 'approved' || task.status === 'returned' || task.status === 'rejected')
    return end('decided-by-you', {
      decision: astro.locals.t(`approvals.link.decisions.${task.status}`, { name }),
      at: formatInstant(task.decidedAt),
    });
  const actor = await deciderOf(astro, found);
  if (task.status !== 'pending' || !kind.isOpenTo(actor)) {
    const { code, details } = await whyTaskIsClosed(actor, task.id);
    return end('already-settled', { why: astro.locals.t(`refusals.${code}`, details.params) });
  }
  if (await isDelegationOver(task))
    return end('already-settled', { why: astro.locals.t('refusals.delegation-is-over') });
  if (standing !== 'good') return end(standing);
  // As everywhere: a password set by somebody else, or a missing required second factor, must be dealt with first.
  if (firstRequiredAction(actor)) return end('revoked');
  if (snapshotHash(await kind.snapshot(task.docId, db, instance.snapshot)) !== instance.snapshotHash)
    return end('changed');
  const limitCents = await limitBelow(instance.netCents);
  if (limitCents !== null) return end('sign-in', { limitCents });
  const { t, language } = astro.locals;
  const absent = task.onBehalfOf
    ? await db.selectFrom('users').select('fullName').where('id', '=', task.onBehalfOf).executeTakeFirst()
    : null;
  return {
    ...closed('unknown'),
    end: null,
    documentPath: kind.path(task.docId),
    open: {
      kind,
      document,
      preview: await kind.preview(actor, task.docId, { t, language }),
      differences: await differencesOf(task.docType, task.docId, { t, language }),
      chain: await chainOf(task.docType, task.docId),
      seq: task.seq,
      note: task.note,
      onBehalfOf: absent?.fullName ?? null,
      name: found.fullName,
    },
  };
}

/** The person whose task it is, deciding by mail from where the request came. */
async function deciderOf(astro: PostedPage, { task }: Found): Promise<Actor> {
  const person = await actorOfPerson(task.assigneeId);
  if (!person) throw new Refusal('decision-reassigned', 409, { params: { names: '–' } });
  return { ...person, ...factsOf(astro), channel: 'mail' };
}

/** The mail was in the person's language; a language chosen in this browser goes before it. */
function speak(astro: PostedPage, language: string): void {
  const chosen = astro.cookies.get(LANGUAGE_COOKIE)?.value;
  if (astro.locals.languageInPath || isLanguage(chosen ?? null) || !isLanguage(language)) return;
  astro.locals.language = language;
  astro.locals.t = translatorFor(language);
}

function closed(code: LinkEnd, params: Record<string, unknown> = {}): DecisionView {
  return { open: null, end: { code, params }, documentPath: null, error: null, typed: '', done: undefined };
}
