import { z } from 'zod';
import { attachmentsOf } from '#lib/on-records/attachments.server.ts';
import { draftOf } from '#lib/on-records/drafts.server.ts';
import { acceptedExtensions } from '#lib/process/files/file-kinds.ts';
import { filePath } from '#lib/process/files/paths.ts';
import { smallerPictureUrl } from '#lib/process/files/picture-sizes.ts';
import { formDataOf } from '#lib/process/http/body.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import { businessSetting } from '#lib/process/settings/business-settings.server.ts';
import { labels } from '#lib/records/entity.ts';
import type { Form } from '#lib/records/form/form.server.ts';
import { rowCount, typedOf } from '#lib/records/form/form-values.ts';
import type { Choices } from '#lib/records/list/choices.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { parseDate, today } from '#lib/values/time.ts';
import type { AnyDocument } from '../document.ts';
import { faultsOf, totalsOf } from './check.ts';
import type { DocumentForm } from './document-form.server.ts';
import { entryOf, linesView, sectionViews, typedRow } from './views.server.ts';
import { formWords } from './form-words.server.ts';
import type { DocumentRules } from './rules.ts';
import type { Translate } from '#lib/values/languages.ts';
import {
  LINES_SECTION,
  fileKindsOf,
  isFilled,
  writtenRows,
  type DocumentFormProps,
  type FieldView,
  type SectionView,
  type FormFault,
  type FormFiles,
  type Typed,
  type TypedRow,
  type WaitingFile,
} from './form.ts';
import type { AnyLines } from '../lines/lines.ts';

interface Opened {
  form: Form;
  choices: Choices;
  /** The fields of the document that it shows. */
  names: readonly string[];
  lines: AnyLines | undefined;
  partial: boolean;
  /** It was posted to be sent: what only sending needs is named with the rest. */
  sent: boolean;
}

/** Everything that the form of a document is given, as plain text and lists. */
export async function propsOf(
  astro: PostedPage,
  document: DocumentForm<any>,
  { form, choices, names, lines: declared, partial, sent }: Opened,
): Promise<DocumentFormProps> {
  const { actor, t, language } = astro.locals;
  const { rules, record, expected } = document;
  const { of } = document.life;
  const lines = declared ? linesView(declared, rules, choices, { t, language }) : null;
  const props: DocumentFormProps = {
    words: formWords(t, of, rules),
    language,
    today: today(),
    gstMethod: await businessSetting('purchasing.gst-method'),
    viewer: { person: actor.id, departments: [...actor.departmentTreeIds] },
    entity: of.name,
    path: of.path,
    place: astro.url.pathname,
    submission: of.acts[document.revises ? 'sendRevision' : 'submit']?.address ?? '',
    revision: (document.revises && of.acts['changeRevision']?.address) ?? '',
    titleFields: [...(of.title as string[])],
    titled: rules.titled ?? null,
    focus: null,
    record: record && { id: record.id, version: form.version ?? record.version },
    partial,
    sections: [],
    lines,
    typed: typedIn(of, form, declared, lines?.first),
    seen: JSON.stringify(form.seen),
    along: (!record && document.along) || {},
    idempotencyKey: form.idempotencyKey,
    limits: partial ? {} : ((await document.limits?.()) ?? {}),
    faults: form.errors.map(({ path, message }) => ({ path, message })),
    problem: form.problem,
    draftKnown: form.draftKnown,
    changed: form.errors.length > 0 || form.conflict !== null || form.draft?.restored === true,
    asks: (!partial && expected?.at) || null,
    expected: null,
    files: of.attachmentKinds ? await filesOf(astro, form, document) : null,
  };
  const whole = { ...props, sections: sectionViews(of, names, rules, choices, t, lines) };
  const faults = sent && form.errors.length > 0 ? withSendingFaults(whole, rules, t) : props.faults;
  const usual = typedOf(of, names, document.first ?? {}, language);
  const isRemembered = (name: string) => name in (document.remembered ?? {}) && form.draft?.restored !== true;
  const isUsual = (name: string) => String(form.values[name] ?? '') === String(usual[name] ?? '');
  return {
    ...whole,
    sections: whole.sections.map((section) => ({
      ...withFold(section, whole, faults, isUsual),
      ...(section.fields.some(({ name }) => isRemembered(name)) && { hint: t('documents.form.remembered') }),
    })),
    focus: record || form.errors.length > 0 || form.conflict ? null : firstControl(whole),
    faults,
    expected: partial ? null : await chainFor(astro, document, props),
  };
}

/** A folded section is open where something in it is missing, wrong or not as usual, or where there are files. */
function withFold(
  section: SectionView,
  { files, typed, titled }: DocumentFormProps,
  faults: readonly FormFault[],
  isUsual: (name: string) => boolean,
): SectionView {
  if (!section.fold) return section;
  const isPlain = ({ name, optional }: FieldView) =>
    isUsual(name) &&
    (optional || name === titled || isFilled(typed[name])) &&
    !faults.some(({ path }) => path === name);
  const isFree = fileKindsOf(files).length === 0 && !faults.some(({ path }) => path === 'attachments');
  return { ...section, fold: isFree && section.fields.every(isPlain) ? 'closed' : 'open' };
}

/** The first control from the top. */
function firstControl({ sections, lines }: DocumentFormProps): string | null {
  const [first] = sections;
  if (first?.name === LINES_SECTION && lines) return `lines.0.${lines.row[0]}`;
  return first?.fields[0]?.name ?? null;
}

/** What was refused, and what sending would refuse next, so that all is mended in one round. */
function withSendingFaults(props: DocumentFormProps, rules: DocumentRules, t: Translate): FormFault[] {
  const { titled, typed } = props;
  const refused = props.faults.filter(({ path }) => path !== titled || isFilled(typed[titled]));
  const named = new Set(refused.map(({ path }) => path));
  const more = faultsOf(props.typed, rules, props, fileKindsOf(props.files)).filter(({ path }) => !named.has(path));
  return [
    ...refused,
    ...more.map(({ path, code, params = {}, cents }) => ({
      path,
      message: t(`validation.${code}`, { date: parseDate(String(params['date'])), ...cents }),
    })),
  ];
}

/** The initial content of the controls; a form without lines begins with a blank one. */
function typedIn(of: AnyDocument, form: Form, lines: AnyLines | undefined, first: TypedRow | undefined): Typed {
  const { values } = form;
  const header = form.names
    .filter((name) => name !== 'lines')
    .map((name) => [name, entryOf(of.fields[name], values[name])] as const);
  const count = lines ? rowCount(values, 'lines') : 0;
  const rows = Array.from({ length: count }, (_, row) => typedRow(lines!, (name) => values[`lines.${row}.${name}`]));
  return { ...Object.fromEntries(header), lines: rows.length > 0 || !first ? rows : [first] };
}

/** The expected approvers as of now; null where they cannot be determined yet. */
async function chainFor(
  { locals: { actor } }: PostedPage,
  { rules, record, revises, expected }: DocumentForm<any>,
  props: DocumentFormProps,
): Promise<DocumentFormProps['expected']> {
  const { typed, lines } = props;
  const rows = lines ? writtenRows(lines, typed.lines) : [];
  const netCents = lines ? totalsOf(lines, rules, rows, props).netCents : 0;
  // Of a revision it is asked with what is stored of it; the form asks again with what is typed.
  const question = revises ? {} : rules.question?.({ typed, rows, netCents, person: actor.id });
  if (!expected || !question) return null;
  return expected.ask(actor, { id: record?.id, ...props.along, ...question }).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}

async function filesOf(astro: PostedPage, form: Form, { life: { of }, record }: DocumentForm<any>): Promise<FormFiles> {
  const existing = record ? await attachmentsOf(of.name, record.id) : [];
  return {
    existing: existing.map(({ id, fileName, kind, storageKey, width }) => {
      const href = filePath(storageKey);
      return { id, name: fileName, kind, href, ...(width && { thumb: smallerPictureUrl(href, 96) }) };
    }),
    waiting: await waitingFiles(astro, form),
    kinds: of.attachmentKinds!.map((value) => ({
      value,
      label: astro.locals.t(labels.choice(of, 'attachmentKind', value)),
    })),
    accept: `${acceptedExtensions},image/*`,
  };
}

const waitingSchema = z.array(z.object({ fileName: z.string(), name: z.string(), kind: z.string() })).max(100);

/** Files that were sent to the store and not put on a document yet: in the post, or in the draft that is restored. */
async function waitingFiles({ request, locals, url }: PostedPage, form: Form): Promise<WaitingFile[]> {
  const draft = form.draft?.restored ? await draftOf(locals.actor, url.pathname) : null;
  const text = request.method === 'POST' ? (await formDataOf(request)).get('files') : draft?.data['files']?.[0];
  try {
    return waitingSchema.parse(JSON.parse(String(text ?? '[]')));
  } catch {
    return [];
  }
}
