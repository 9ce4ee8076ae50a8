import { pageAfterDecision } from '#lib/approvals/inbox/next-decision.server.ts';
import { DECISION_ACT_NAMES } from '#lib/approvals/kinds.server.ts';
import { actMessage } from '#lib/documents/act-message.server.ts';
import { formDataOf } from '#lib/process/http/body.server.ts';
import { setFlash } from '#lib/process/http/flash.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import { wordedRefusal, type WordedFault } from '#lib/process/i18n/sentence.server.ts';
import { KEY_ENTRY, isIdempotencyKey } from '#lib/records/idempotency-key.ts';
import { makeOnce } from '#lib/records/idempotency.server.ts';
import { readForm, type Typed } from '#lib/records/form/form-values.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { recordPath } from '#lib/records/record-path.ts';
import type { Actor } from '#lib/values/actor.ts';
import { staysOnPage } from '#lib/values/refusal.ts';
import type { AnyDocument } from './document.ts';
import type { Life } from './life.server.ts';
import { undoOf } from './undo/undo.server.ts';
import { listAfterDeleting } from './usual/document-lists.server.ts';

/** A line that was ticked to be refused, with the reason typed for it. */
export interface SelectedLine {
  lineId: string;
  note: string;
}

/** An act that was posted to a page: the answer when it is done, else what is wrong and what was typed with it. */
export interface PostedAct {
  act: string;
  done: Response | undefined;
  /** Faults by entry; their fields are on the form of the document. */
  errors: WordedFault[];
  /** What is wrong with the whole: a sentence. */
  problem: string | null;
  typed: string;
  /** Lines that were to be refused. */
  refusedLines: SelectedLine[];
  /** What was typed into fields of the document that a policy opens. */
  values: Typed;
}

/**
 * The acts of a document as plain forms post them (`act`, `version`, `comment` or `reason`, `refusedLines`; `change`
 * for the fields that a policy opens to whoever decides); null when none was posted. A done act goes to `to` with a
 * message, a decision of a document that was opened from the inbox to the next one, a copy opens for changing, a deleted draft leads to the list; what needs no words to be taken back can be
 * undone from the message. Refusals about the page itself (403, 404) go their own way.
 */
export async function postedAct<D extends AnyDocument>(
  astro: PostedPage,
  life: Life<D>,
  id: string,
  to: string = astro.url.pathname,
): Promise<PostedAct | null> {
  if (astro.request.method !== 'POST') return null;
  const { actor, language, t } = astro.locals;
  const { of } = life;
  const form = await formDataOf(astro.request);
  const { input: entered, typed: values } = readForm(of, of.opened ?? [], form, language);
  const refusedLines = tickedLines(form);
  const input: Record<string, unknown> = { ...Object.fromEntries(form), ...entered, refusedLines };
  const act = String(input['act'] ?? '');
  const operation = life.operation(act);
  const shown = { act, typed: String(input['comment'] ?? input['reason'] ?? ''), refusedLines, values };
  try {
    const next = isDecision(act) ? await pageAfterDecision(actor, language, astro.url, id) : null;
    const row = of.acts[act]?.makes
      ? await makeOnce(actor, { of, key: keyIn(input), content: { act, id } }, (by) =>
          operation(by, { id, version: 0 }),
        )
      : await operation(actor, shownVersionOf(id, input), input);
    const [text, undo] = [await actMessage(astro.locals, life, act, row), await undoOf(actor, of, act, row)];
    setFlash(astro.cookies, { kind: 'success', text, ...(undo && { undo }) });
    return {
      ...shown,
      done: astro.redirect(next ?? placeAfter(actor, of, act, row.id, to), 303),
      errors: [],
      problem: null,
    };
  } catch (error) {
    if (!staysOnPage(error)) throw error;
    astro.response.status = error.status;
    return { ...shown, done: undefined, ...wordedRefusal(t, error) };
  }
}

const isDecision = (act: string): boolean => DECISION_ACT_NAMES.some((name) => name === act);

function placeAfter(actor: Actor, of: AnyDocument, act: string, id: string, to: string): string {
  if (act === 'copy') return recordPath(of, id).replace(/show$/, 'edit');
  return act === 'delete' ? listAfterDeleting(actor, of) : to;
}

/** The key of an act that makes another document: posted twice it makes one. */
function keyIn({ [KEY_ENTRY]: sent }: Record<string, unknown>): string | null {
  return isIdempotencyKey(sent) ? sent : null;
}

/** The lines ticked in a posted form ('refusedLines.3.lineId' with '…note'), in their order. */
function tickedLines(form: FormData): SelectedLine[] {
  const text = (name: string) => String(form.get(name) ?? '');
  return [...form.keys()]
    .filter((name) => /^refusedLines\.\d+\.lineId$/.test(name))
    .map((name) => ({ lineId: text(name), note: text(name.replace('lineId', 'note')) }));
}
