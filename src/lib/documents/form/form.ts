/** The form of a document as its island and its page share it: texts as they are typed, by the names of the controls. Browser-safe. */
import type { Chain } from '#lib/approvals/approval-chain.server.ts';
import { valueOf } from '#lib/records/form/form-values.ts';
import type { FieldKind } from '#lib/values/fields.ts';
import type { GstMethod } from '#lib/values/gst.ts';
import type { Translate } from '#lib/values/languages.ts';

/** One field as the form draws and checks it; everything comes from the declaration. */
export interface FieldView {
  name: string;
  kind: FieldKind;
  label: string;
  hint?: string;
  /** Sending does not need it, as far as the declaration tells. */
  optional: boolean;
  /** Lines take it where they say nothing themselves: optional only while each says its own. */
  passedOn?: true;
  max?: number;
  /** It takes a row of its own. */
  wide: boolean;
  choices?: Choice[];
}

export interface Choice {
  value: string;
  label: string;
  /** Nothing new may name it; it is offered because it is chosen already. */
  outOfUse?: true;
}

/** The lines of the document as the form draws them. */
export interface LinesView {
  /** Every field of a line, in the order of the declaration. */
  fields: FieldView[];
  /** Those shown in the row, and those that are expanded below it. */
  row: string[];
  more: string[];
  title: string;
  /** Fields that a line takes from the document where it says nothing itself, and those of them it cannot be without. */
  inherited: string[];
  needed: string[];
  /** The defaults of a new row. */
  first: TypedRow;
  hint?: string;
}

export interface SectionView {
  name: string;
  heading?: string;
  hint?: string;
  fields: FieldView[];
  /** It opens when somebody asks for it, or from the start where something in it says more than the usual. */
  fold?: 'open' | 'closed';
}

/** The name of the section that stands for the lines. */
export const LINES_SECTION = 'lines';

/** The content of a control: text, ticked or not, or several selected values. */
export type Entry = string | boolean | string[];

/** The entries of one line, by the names of its fields; `id` is that of an existing line, or ''. */
export type TypedRow = Record<string, Entry>;

/** Everything typed: the fields of the document by name, and its lines. */
export interface Typed {
  [name: string]: Entry | TypedRow[];
  lines: TypedRow[];
}

/** The record as far as its form must know it. */
export interface SavedDocument {
  id: string;
  version: number;
}

/** Whether sending its revision has brought that into force at once. */
export const isIssued = (before: object, after: object): boolean => revisionOf(before) !== revisionOf(after);

const revisionOf = (document: { revision?: unknown }): unknown => document.revision;

/** A file that has been sent to the store; it is put on the document when that is saved. */
export interface WaitingFile {
  /** Its name in the store. */
  fileName: string;
  /** As the person named it. */
  name: string;
  kind: string;
}

/** What is wrong at a path ('lines.0.quantity'), in words. */
export interface FormFault {
  path: string;
  message: string;
}

/** Who fills the form in. */
export interface Viewer {
  person: string;
  /** Departments of the person and those below them. */
  departments: string[];
}

export interface FormFiles {
  /** Files that are on the document already. */
  existing: { id: string; name: string; kind: string; href: string; thumb?: string }[];
  waiting: WaitingFile[];
  kinds: Choice[];
  /** For the file control. */
  accept: string;
}

/** The kinds of all files of a document, those that wait included. */
export const fileKindsOf = (files: Pick<FormFiles, 'existing' | 'waiting'> | null): string[] =>
  files ? [...files.existing, ...files.waiting].map(({ kind }) => kind) : [];

/** What sending would ask: nobody, it takes effect at once. */
export interface NotNeeded {
  status: 'not-needed';
}

/** What the page gives the form; everything is plain text and lists (form.server.ts). */
export interface DocumentFormProps {
  words: Record<string, string>;
  language: string;
  /** 'YYYY-MM-DD' in Singapore. */
  today: string;
  /** How the tax is rounded. */
  gstMethod: GstMethod;
  viewer: Viewer;
  /** 'purchase-request'; its API is at `path`, its pages below it. */
  entity: string;
  path: string;
  /** The path of this page: plain posts go there, and the draft is stored under it. */
  place: string;
  /** When the draft stored there was saved, '' where there is none; null where the page does not know. */
  draftKnown: string | null;
  /** The noun in the address of sending it: 'submission'. */
  submission: string;
  /** The noun in the address of changing its revision; '' where the document itself is changed. */
  revision: string;
  /** Fields that stand for the record wherever it is named. */
  titleFields: string[];
  /** The field that is called after the first line where it is left empty. */
  titled: string | null;
  /** The control in which writing begins; null where something else must be read first. */
  focus: string | null;
  /** The document being changed; null for a new one. */
  record: SavedDocument | null;
  /** Only some fields can be changed in its current status, neither lines nor the others, and it cannot be sent. */
  partial: boolean;
  sections: SectionView[];
  /** Null for a document without lines, and while they cannot be changed. */
  lines: LinesView | null;
  typed: Typed;
  /** Amounts in cents that decide what sending needs, as the rules of the form name them. */
  limits: Readonly<Record<string, number>>;
  /** What was shown when the page was first opened, as JSON; it travels with a plain post. */
  seen: string;
  /** What goes along with the entries of a new one and is not entered itself. */
  along: Readonly<Record<string, string>>;
  /** Of a new one: two equal posts with it make one document. */
  idempotencyKey: string | null;
  faults: FormFault[];
  problem: string | null;
  /** What is shown is not saved yet: restored, refused, or merged with somebody's newer values. */
  changed: boolean;
  /** Where it is asked who would be asked; null where the form does not say it. */
  asks: string | null;
  expected: Chain | NotNeeded | null;
  /** Null for a document without attachments. */
  files: FormFiles | null;
}

/** The text of an entry; what is ticked is 'on', as a form sends it. */
export function entryText(entry: Entry | TypedRow[] | undefined): string {
  if (typeof entry === 'string') return entry;
  return entry === true ? 'on' : '';
}

/** Fields of a line in the order of these names. */
export const viewsOf = ({ fields }: LinesView, names: readonly string[]): FieldView[] =>
  names.map((name) => fields.find((field) => field.name === name)!);

/** What the empty choice of a field of a line says; none is offered where a new row begins with a choice. */
export function noneOf(
  { inherited, first }: LinesView,
  { name, optional }: FieldView,
  t: Translate,
): string | undefined {
  if (inherited.includes(name)) return t('documents.lines.inherited');
  if (optional) return '–';
  return first[name] ? undefined : t('common.choose');
}

/** Whether it has a value. */
export const isFilled = (entry: Entry | TypedRow[] | undefined): boolean =>
  Array.isArray(entry) ? entry.length > 0 : entryText(entry).trim() !== '';

/** Kinds that have a value in a row without any entry: a selection alone does not make a line. */
const CHOSEN: readonly FieldKind[] = ['choice', 'choices', 'reference', 'references', 'boolean'];

/** A row that was opened and left: it is not sent. */
export function isBlank({ fields, first }: LinesView, row: TypedRow): boolean {
  return fields.every((field) => !makesLine(field, first) || !isFilled(row[field.name]));
}

/** Whether an entry in this field makes a line: a mere selection, or a default of every new row, does not. */
export const makesLine = ({ name, kind }: Pick<FieldView, 'name' | 'kind'>, first: Readonly<Record<string, unknown>>) =>
  !CHOSEN.includes(kind) && !(name in first && first[name] !== '');

/** The rows that somebody has written. */
export const writtenRows = (lines: LinesView, rows: readonly TypedRow[]): TypedRow[] =>
  rows.filter((row) => !isBlank(lines, row));

/** What is typed in these fields, as the API takes it. */
export function inputOf(
  fields: readonly FieldView[],
  typed: Readonly<Record<string, Entry | TypedRow[]>>,
  language: string,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      const entry = typed[field.name];
      const input = typeof entry === 'string' ? valueOf(field, entry, language, field.name, {}) : (entry ?? '');
      return [field.name, input];
    }),
  );
}

/** An input whose field `titled` is empty, called after its first line. */
export function titledInput(
  input: Record<string, unknown>,
  { titled, titleOfLine, max }: { titled: string | null; titleOfLine: string | undefined; max: number | undefined },
): Record<string, unknown> {
  const [first] = (input['lines'] ?? []) as Record<string, unknown>[];
  if (!titled || !titleOfLine || !first || input[titled]) return input;
  return { ...input, [titled]: String(first[titleOfLine] ?? '').slice(0, max) };
}

/** A line as input of the API, with its id where it exists already. */
export function lineInput(lines: LinesView, row: TypedRow, language: string): Record<string, unknown> {
  const id = entryText(row['id']);
  return { ...(id && { id }), ...inputOf(lines.fields, row, language) };
}

/** The row of the form that a sent line was: blank rows are not sent. */
export function rowOfLine(lines: LinesView, rows: readonly TypedRow[], line: number): number {
  return [...rows.keys()].filter((index) => !isBlank(lines, rows[index]!))[line] ?? line;
}
