import type { Actor } from '#lib/access/actor.ts';
import { formDataOf } from '#lib/platform/body.server.ts';
import { readForm, type Typed } from '#lib/kernel/form-values.ts';
import { entryOf } from '#lib/kernel/entry-of.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { faultSentence } from '#lib/kernel/sentence.server.ts';
import type { Seen } from '#lib/kernel/store.server.ts';
import { setFlash } from '#lib/platform/flash.server.ts';
import type { PostedPage } from '#lib/platform/posted-page.ts';
import {
  approvePurchaseRequest,
  rejectPurchaseRequest,
  returnPurchaseRequest,
  submitPurchaseRequest,
} from './purchase-request-approval.server.ts';
import { cancelPurchaseRequest, withdrawPurchaseRequest } from './purchase-request-ending.server.ts';
import { requestPath } from './purchase-request-paths.ts';
import { changeOpenedFields } from './purchase-request-opened.server.ts';
import { keepPrfAfterApproval } from './purchase-request-prf-versions.server.ts';
import type { RefusedLine } from './purchase-request-refusing.server.ts';
import { purchaseRequests } from './purchase-request.server.ts';
import { NOT_MATERIAL, copyPurchaseRequest } from './purchase-request-writing.server.ts';
import { purchaseRequest, type PurchaseRequest } from './purchase-request.ts';

type Operation = (actor: Actor, seen: Seen, input: Record<string, unknown>) => Promise<PurchaseRequest>;

const operations: Record<string, Operation> = {
  submit: (actor, seen) => submitPurchaseRequest(actor, seen),
  withdraw: withdrawPurchaseRequest,
  approve: async (...given) => keepPrfAfterApproval(await approvePurchaseRequest(...given)),
  return: returnPurchaseRequest,
  reject: rejectPurchaseRequest,
  cancel: cancelPurchaseRequest,
  copy: (actor, { id }) => copyPurchaseRequest(actor, id),
  change: changeOpenedFields,
};

/** An act that was posted to a page: the answer when it is done, else what is wrong and what was typed with it. */
export interface PostedAct {
  act: string;
  done: Response | undefined;
  /** Faults by entry; their fields are on the form of the request. */
  errors: { path: string; code: string; message: string }[];
  /** What is wrong with the whole: a sentence. */
  problem: string | null;
  typed: string;
  /** Items that were to be refused, each with its reason. */
  refusedLines: RefusedLine[];
  /** What was typed into fields of the request. */
  values: Typed;
}

/**
 * The acts of a request as plain forms post them (`act`, `version`, `comment` or `reason`, `refusedLines`); null when none was posted.
 * A done act goes to `to` with a message; a copy opens for changing. Refusals about the page itself (403, 404) go their own way.
 */
export async function postedAct(
  astro: PostedPage,
  id: string,
  to: string = astro.url.pathname,
): Promise<PostedAct | null> {
  if (astro.request.method !== 'POST') return null;
  const { actor, language, t } = astro.locals;
  const form = await formDataOf(astro.request);
  const { input: entered, typed: values } = readForm(purchaseRequest, NOT_MATERIAL, form, language);
  const refusedLines = refusedLinesIn(form);
  const input: Record<string, unknown> = { ...Object.fromEntries(form), ...entered, refusedLines };
  const act = String(input['act'] ?? '');
  const operation = entryOf(operations, act);
  if (!operation) throw new Refusal('unknown-act', 422);
  const typed = String(input['comment'] ?? input['reason'] ?? '');
  try {
    const { id: doneId } = await operation(actor, seenOf(id, input), input);
    const { number, title, waitingFor } = await purchaseRequests.get(actor, doneId);
    const waits =
      act === 'approve' && waitingFor ? ` ${t('purchasing.purchaseRequest.said.next', { names: waitingFor })}` : '';
    setFlash(astro.cookies, {
      kind: 'success',
      text: t(`purchasing.purchaseRequest.said.${act}`, { name: number ?? title }) + waits,
    });
    return {
      act,
      done: astro.redirect(act === 'copy' ? requestPath.edit(doneId) : to, 303),
      errors: [],
      problem: null,
      typed,
      refusedLines,
      values,
    };
  } catch (error) {
    if (!(error instanceof Refusal) || ![409, 422].includes(error.status)) throw error;
    astro.response.status = error.status;
    const errors = error.errors.map((fault) => ({
      path: fault.path,
      code: fault.code,
      message: faultSentence(t, fault),
    }));
    return {
      act,
      done: undefined,
      errors,
      problem: errors.length > 0 ? null : t(`refusals.${error.code}`, error.details.params),
      typed,
      refusedLines,
      values,
    };
  }
}

/** The items ticked in a posted form ('refusedLines.3.lineId' with '…note'), in their order. */
function refusedLinesIn(form: FormData): RefusedLine[] {
  const text = (name: string) => String(form.get(name) ?? '');
  return [...form.keys()]
    .filter((name) => /^refusedLines\.\d+\.lineId$/.test(name))
    .map((name) => ({ lineId: text(name), note: text(name.replace('lineId', 'note')) }));
}
