import type { Actor } from '#lib/values/actor.ts';
import { fieldsOf, formDataOf } from '#lib/process/http/body.server.ts';
import { setFlash } from '#lib/process/http/flash.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import type { AnyEntity, Worded } from '#lib/records/entity.ts';
import { ownEntry } from '#lib/values/entries.ts';
import { mergeConflict, type Conflict } from './form-conflict.server.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import { makeOnce } from '../idempotency.server.ts';
import { contentOf, keyOf, seenIn } from './form-beside.server.ts';
import { formDrafts, type OtherEditor } from './form-drafts.server.ts';
import { isMade, linkedIn, lockedBy } from './form-first.ts';
import { readForm, typedOf, type Typed } from './form-values.ts';
import { staysOnPage } from '#lib/values/refusal.ts';
import { shownVersionOf, type ShownVersion } from '#lib/records/version.server.ts';
import { wordedRefusal, type WordedFault } from '#lib/process/i18n/sentence.server.ts';

/** What a form shows: everything typed, what is wrong with it, and whether it is done. */
export interface Form {
  of: AnyEntity;
  names: readonly string[];
  values: Typed;
  /** What the controls showed when the page was first opened; travels with the form. */
  seen: Typed;
  version: number | undefined;
  /** Of a new record: two equal posts with it make one. */
  idempotencyKey: string | null;
  errors: WordedFault[];
  /** What is wrong with the whole, not with one entry. */
  problem: string | null;
  conflict: Conflict | null;
  /** An unsaved draft of this person. */
  draft: { savedAt: string; restored: boolean } | null;
  /** When the draft at this place was saved, '' where there is none; null where the page did not look, after a post. */
  draftKnown: string | null;
  /** Who else is writing in the same record now. */
  others: OtherEditor[];
  /** Fields that the record's status does not open, each with the reason in words. */
  locked: Record<string, string>;
  /** Why nothing can be changed now, in words: the form is there to be read. */
  closed: string | null;
  /** The act whose own form was sent and refused. */
  act: string | null;
  /** The answer, when there is nothing to show again: `if (form.done) return form.done;` */
  done: Response | undefined;
}

/** As much of a form as its fields need, one by one. */
export type ShownForm = Pick<Form, 'names' | 'values' | 'errors'> & { of: Worded };

type Operation<R> = (actor: Actor, input: Record<string, unknown>, seen: ShownVersion) => Promise<R>;
type Act = (actor: Actor, seen: ShownVersion, input: Record<string, unknown>) => Promise<unknown>;

export interface FormOptions<R> {
  /** Where to go when it is saved; after another act the page stays. */
  redirect: string | ((record: R) => string);
  /** The record being changed, or first values of a new one. */
  initial?: Record<string, unknown>;
  /** The fields of this form, when they are not those declared. */
  fields?: readonly string[];
  /** The message on the next page; the record's title and "saved" when left out. */
  said?: (record: R) => string;
  /** Other acts of the page, each posted by a form of its own as `act`: `{ close: closeDepartment }`. */
  acts?: Record<string, Act>;
}

/**
 * A plain form that posts to its own page. A GET returns the form. A POST calls the operation and redirects (303), or
 * returns the form with everything typed, the faults and the status (422, 409). Refusals about the page rather than the
 * entries (401, 403, 404) are passed on.
 */
export async function formPost<R>(
  astro: PostedPage,
  of: AnyEntity,
  operation: Operation<R>,
  options: FormOptions<R>,
): Promise<Form> {
  const form = await openForm(astro, of, options);
  if (astro.request.method !== 'POST') return form;
  const data = await formDataOf(astro.request);
  const act = ownEntry(options.acts, String(data.get('act') ?? ''));
  return act ? sendAct(astro, form, act, data, options) : send(astro, form, operation, data, options);
}

async function openForm(astro: PostedPage, of: AnyEntity, options: FormOptions<any>): Promise<Form> {
  const { initial = {}, fields = of.form as readonly string[] } = options;
  const names = fields.filter((name) => !of.fields[name].readOnly);
  const shown = typedOf(of, names, { ...initial, ...linkedIn(astro.url, of, names, initial) }, astro.locals.language);
  const form: Form = {
    of,
    names,
    values: shown,
    seen: shown,
    version: initial.version as number | undefined,
    idempotencyKey: initial.id === undefined && isMade(of) ? newIdempotencyKey() : null,
    errors: [],
    problem: null,
    conflict: null,
    draft: null,
    draftKnown: null,
    others: [],
    ...lockedBy(of, names, initial, astro.locals.t),
    act: null,
    done: undefined,
  };
  if (astro.request.method !== 'GET') return form;
  const { pathname } = astro.url;
  // A place without the record's id is another record for everybody: one's own account.
  const isShared = typeof initial.id === 'string' && pathname.includes(initial.id);
  const [kept, others] = await Promise.all([
    formDrafts().draftOf(astro.locals.actor, pathname),
    isShared
      ? formDrafts().othersWritingAt(astro.locals.actor, pathname, { entity: of.name, id: String(initial.id) })
      : [],
  ]);
  form.others = others;
  form.draftKnown = kept?.savedAt ?? '';
  if (!kept || form.closed) return form;
  const restored = astro.url.searchParams.has('restore');
  return {
    ...form,
    draft: { savedAt: kept.savedAt, restored },
    ...(restored && fromDraft(form, kept.data, astro.locals.language)),
  };
}

/**
 * The draft in place of the record, with the version and values shown then, so that changes in between are detected
 * when it is saved.
 */
function fromDraft(form: Form, kept: Record<string, string[]>, language: string): Partial<Form> {
  const data = new FormData();
  for (const [name, values] of Object.entries(kept)) for (const value of values) data.append(name, value);
  const { typed } = readForm(form.of, form.names, data, language);
  return {
    values: overlaid(form, typed),
    seen: seenIn(data) ?? form.seen,
    version: Number(data.get('version')) || form.version,
    idempotencyKey: form.idempotencyKey && (keyOf(data) ?? form.idempotencyKey),
  };
}

async function send<R>(
  astro: PostedPage,
  form: Form,
  operation: Operation<R>,
  data: FormData,
  options: FormOptions<R>,
): Promise<Form> {
  const { actor, language, t } = astro.locals;
  // What is locked was not sent; where all of it is, the store says so.
  const open = form.closed ? form.names : form.names.filter((name) => !form.locked[name]);
  const { input, typed, wrong } = readForm(form.of, open, data, language);
  const sent: Form = {
    ...form,
    values: overlaid(form, typed),
    seen: seenIn(data) ?? form.seen,
    version: Number(data.get('version')) || form.version,
    idempotencyKey: form.idempotencyKey && (keyOf(data) ?? form.idempotencyKey),
  };
  try {
    const seen =
      options.initial?.id === undefined
        ? { id: '', version: 0 }
        : shownVersionOf(String(options.initial.id), { version: data.get('version') });
    const once = { of: form.of, key: keyOf(data), content: contentOf(data, astro.url) };
    const record = await makeOnce(actor, once, (by) => operation(by, input, seen));
    await formDrafts().forgetDraft(actor, astro.url.pathname);
    const name = (form.of.title as string[])
      .map((field) => (record as Record<string, unknown>)?.[field])
      .filter(Boolean)
      .join(' ');
    const target = typeof options.redirect === 'string' ? options.redirect : options.redirect(record);
    return { ...sent, done: doneWith(astro, target, options.said?.(record) ?? t('records.form.saved', { name })) };
  } catch (error) {
    return refused(astro, sent, error, wrong, options);
  }
}

async function sendAct(
  astro: PostedPage,
  form: Form,
  act: Act,
  data: FormData,
  options: FormOptions<any>,
): Promise<Form> {
  const name = String(data.get('act'));
  const input = fieldsOf(data);
  try {
    await act(astro.locals.actor, shownVersionOf(String(options.initial?.id ?? ''), input), input);
    return { ...form, done: doneWith(astro, astro.url.pathname, astro.locals.t('records.form.done')) };
  } catch (error) {
    return { ...(await refused(astro, form, error, {}, options)), act: name };
  }
}

function doneWith(astro: PostedPage, target: string, said: string): Response {
  setFlash(astro.cookies, { kind: 'success', text: said });
  return astro.redirect(target, 303);
}

/** What was typed over what is known; rows are replaced as a whole, so that a removed one stays away. */
function overlaid(form: Form, typed: Typed): Typed {
  const isReplaced = (key: string) => key.includes('.') && form.names.includes(key.split('.')[0]!);
  return { ...Object.fromEntries(Object.entries(form.values).filter(([key]) => !isReplaced(key))), ...typed };
}

async function refused(
  astro: PostedPage,
  form: Form,
  error: unknown,
  wrong: Record<string, string>,
  options: FormOptions<any>,
): Promise<Form> {
  if (!staysOnPage(error)) throw error;
  const { t, language } = astro.locals;
  astro.response.status = error.status;
  if (error.code === 'stale-version') {
    const newer = { ...options.initial, ...(error.details.newer as object) } as Record<string, unknown>;
    const { values, now, conflict } = await mergeConflict(form.of, form.names, form.seen, form.values, newer, language);
    const locks = lockedBy(form.of, form.names, newer, t);
    return { ...form, ...locks, values, seen: now, version: newer.version as number, conflict };
  }
  if (error.code === 'idempotency-key-reused')
    return {
      ...form,
      idempotencyKey: newIdempotencyKey(),
      problem: t('records.form.savedBefore'),
    };
  const errors = error.errors.map((fault) => ({ ...fault, code: wrong[fault.path] ?? fault.code }));
  return { ...form, ...wordedRefusal(t, { code: error.code, details: error.details, errors }) };
}
