import { chainOf } from '#lib/approvals/approval-chain.server.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import { formDataOf } from '#lib/process/http/body.server.ts';
import { setFlash } from '#lib/process/http/flash.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import { formPost, type Form } from '#lib/records/form/form.server.ts';
import { formChoices, type Choices } from '#lib/records/list/choices.server.ts';
import { recordPaths } from '#lib/records/paths.ts';
import type { Actor } from '#lib/values/actor.ts';
import type { Translate } from '#lib/values/languages.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { actsOn } from '../acts.server.ts';
import type { AnyDocument } from '../document.ts';
import { documentName } from '../document-name.ts';
import { linesRows, withoutInherited, withoutLostIds } from '../lines/line-input.ts';
import type { AnyLines } from '../lines/lines.ts';
import type { DocumentForm, OpenedDocument } from './document-form.server.ts';
import { isOpenLine } from '../lines/priced-lines.ts';
import type { DocumentRules } from './rules.ts';
import { returnedSummary, type StatusSummary } from '../state/status-summary.ts';
import { isIssued, makesLine, titledInput, type DocumentFormProps, type SavedDocument } from './form.ts';
import { propsOf } from './props.server.ts';
import { rememberedFor } from './remembered.server.ts';
import { saidKey } from './form-words.server.ts';

/** The answer to a post that was taken, else what the page shows. */
export type DocumentFormView = { done: Response } | OpenForm;

export interface OpenForm {
  done: undefined;
  form: Form;
  choices: Choices;
  /** The heading of a draft that is a copy: 'Copy of PR-SWG-2026-00012'; undefined where the page's own fits. */
  heading: string | undefined;
  /** Who returned it and why, while it waits for its author. */
  returned: StatusSummary | null;
  props: DocumentFormProps;
}

/**
 * The page of a new document or of a change, for the island and for a plain post alike. A post is saved, or saved and sent
 * (`then=send`), in one transaction: what is refused has changed nothing. Otherwise gives what the form shows, whatever
 * was typed before included. Only the fields that the status of the document leaves open (`editable`) are shown and taken;
 * who may change none now is led to the page of the document, which says why.
 */
export async function documentFormPage<R extends SavedDocument>(
  astro: PostedPage,
  document: DocumentForm<R>,
): Promise<DocumentFormView> {
  const { t } = astro.locals;
  const { life, record } = document;
  const { of } = life;
  const isPost = astro.request.method === 'POST';
  const then = isPost && (await formDataOf(astro.request)).get('then') === 'send' ? 'submit' : 'save';
  const open = record ? of.editable?.[record.status] : 'form';
  const against = record && !isPost ? await reasonAgainst(astro, of, record) : null;
  if (against) {
    setFlash(astro.cookies, { kind: 'error', text: against });
    return { done: astro.redirect(recordPaths(of.path).show(record!.id), 303) };
  }
  const partial = Array.isArray(open);
  const names = (document.fields ?? (of.form as readonly string[])).filter((name) => !partial || open.includes(name));
  const lines = partial ? undefined : of.lines;
  const formOf = lines ? withRows(of, lines) : of;
  if (lines && isPost) leaveOutBlankRows(lines, await formDataOf(astro.request));
  const form = await formPost<R>(
    astro,
    formOf,
    (by, input, seen) => {
      const rows = (input['lines'] ?? []) as object[];
      const kept = lines ? { ...input, lines: withoutLostIds(rows, record?.lines ?? []) } : input;
      const { titled = null } = document.rules;
      const entered = titledInput(kept, { titled, titleOfLine: lines?.title, max: titled && of.fields[titled].max });
      const save = (tx?: Tx) =>
        record ? document.update(by, seen, entered, tx) : document.create(by, { ...entered, ...document.along }, tx);
      if (then === 'save' || partial) return save();
      return transaction(async (tx) => life.submit(by, await save(tx), {}, tx));
    },
    {
      initial: record ?? document.first ?? {},
      fields: lines ? [...names, 'lines'] : names,
      redirect: ({ id }) => recordPaths(of.path).show(id),
      said: (saved) => t(saidKey(of, `said.${saidAs(document, then, saved)}`), { name: documentName(of, saved) }),
    },
  );
  if (form.done) return { done: form.done };
  const choices = { ...(await formChoices(formOf, form.values)), ...document.choices };
  return {
    done: undefined,
    form,
    choices,
    heading: record ? copyHeading(of, record, t) : undefined,
    returned: record?.status === 'returned' ? returnedSummary(of, await chainOf(of.docType, record.id), t) : null,
    props: await propsOf(astro, document, { form, choices, names, lines, partial, sent: then === 'submit' }),
  };
}

/** A copy says of which as long as it is a draft. */
function copyHeading(of: AnyDocument, { status, titles }: OpenedDocument, t: Translate): string | undefined {
  const from = status === of.statuses[0] ? titles?.['copiedFromId'] : undefined;
  return from ? t('documents.form.copyOf', { name: from }) : undefined;
}

/** The name of what has been done; a revision that asked nobody is in force already. */
function saidAs({ revises, record }: DocumentForm<any>, then: 'save' | 'submit', saved: object): string {
  if (!revises) return then;
  if (then === 'save') return 'changeRevision';
  return isIssued(record!, saved) ? 'issueRevision' : 'sendRevision';
}

/** What writes a kind of document, as far as its form goes. */
interface Writing<R> {
  first(actor: Actor): Record<string, unknown>;
  create(actor: Actor, input: unknown, how: { tx?: Tx }): Promise<R>;
  update(actor: Actor, seen: ShownVersion, input: unknown, tx?: Tx): Promise<R>;
}

/**
 * The page of a new document and of a change, as its kind is written; `more` is what its form does beside that. A new one
 * begins with what the person's last one said. Lines that an approver has refused are not offered again.
 */
export function formPageOf<R extends SavedDocument>(
  life: DocumentForm<R>['life'],
  writing: Writing<R>,
  rules: DocumentRules,
  { first = {}, ...more }: Pick<DocumentForm<R>, 'expected' | 'first' | 'limits'> = {},
): (astro: PostedPage, record: OpenedDocument | null) => Promise<DocumentFormView> {
  return async (astro, record) => {
    const isNew = !record && astro.request.method === 'GET';
    const remembered = isNew ? await rememberedFor(life.of, astro.locals.actor) : {};
    return documentFormPage<R>(astro, {
      life,
      rules,
      record: record && shownIn(life.of, record),
      first: { ...remembered, ...writing.first(astro.locals.actor), ...first },
      remembered,
      create: (by, input, tx) => writing.create(by, input, tx ? { tx } : {}),
      update: (by, seen, input, tx) => writing.update(by, seen, input, tx),
      ...more,
    });
  };
}

/** Its lines as the form shows them: without refused ones, and what is the document's is said there alone. */
function shownIn(of: AnyDocument, record: OpenedDocument): OpenedDocument {
  if (!of.lines || !record.lines) return record;
  return { ...record, lines: withoutInherited(of.lines, record.lines.filter(isOpenLine), record) };
}

/** The document with its lines as rows of one form. */
function withRows(of: AnyDocument, lines: AnyLines): AnyDocument {
  return { ...of, fields: { ...of.fields, lines: linesRows(lines) }, form: [...of.form, 'lines'] };
}

/** Takes the rows out of what was posted that were opened and left, so that a fault names the row that is shown again. */
function leaveOutBlankRows({ fields, first, defaults }: AnyLines, data: FormData): void {
  const given = { ...defaults, ...first };
  const telling = Object.keys(fields).filter((name) => makesLine({ name, kind: fields[name].kind }, given));
  const rows = Map.groupBy(
    [...data.keys()].filter((key) => key.startsWith('lines.')),
    (key) => key.split('.')[1]!,
  );
  for (const [row, keys] of rows)
    if (telling.every((name) => String(data.get(`lines.${row}.${name}`) ?? '').trim() === ''))
      for (const key of keys) data.delete(key);
}

/** Why its form cannot be opened now, as a sentence; null where it can. */
async function reasonAgainst(
  { locals: { actor, t } }: PostedPage,
  of: AnyDocument,
  record: OpenedDocument,
): Promise<string | null> {
  const acts = record.allowedActions ?? (await actsOn(actor, of, record.id));
  const refused = acts.find(({ act, allowed }) => act === 'edit' && !allowed);
  return refused ? t(`refusals.${refused.reason}`, { reason: record['holdReason'], ...refused.params }) : null;
}
