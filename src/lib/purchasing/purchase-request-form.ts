/** The form of a request as its island and its page share it: texts as they are typed, by the names of the controls. Browser-safe. */
import type { Chain } from '#lib/approvals/chain.server.ts';
import type { FieldKind } from '#lib/kernel/fields.ts';
import { valueOf } from '#lib/kernel/form-values.ts';
import type { GstMethod } from '#lib/kernel/gst.ts';
import { parseDate } from '#lib/kernel/time.ts';
import { isPriceable, type PricedLine } from './purchase-request-pricing.ts';

/** One field of the request as the form draws and checks it; everything comes from the declaration. */
export interface FieldView {
  name: string;
  kind: FieldKind;
  label: string;
  hint?: string;
  optional: boolean;
  max?: number;
  choices?: { value: string; label: string }[];
}

/** What is typed on one line; its names are those of `lineFields`. */
export interface TypedLine {
  kind: string;
  description: string;
  specification: string;
  quantity: string;
  unit: string;
  unitPriceE4: string;
  gstCode: string;
  priceIncludesGst: boolean;
  expenseCategoryId: string;
  costCenterId: string;
}

export type TypedHeader = Record<string, string>;

/** Everything typed: the fields of the request by name, and its lines. */
export type Typed = TypedHeader & { lines: TypedLine[] };

/** The record as far as its form must know it. */
export interface SavedRequest {
  id: string;
  version: number;
  number: string | null;
  title: string;
}

/** A file that has been sent to the store; it is put on the request when that is saved. */
export interface WaitingFile {
  /** Its name in the store. */
  fileName: string;
  /** As the person named it. */
  name: string;
  kind: string;
}

/** What is wrong at a path ('lines.0.quantity'), with the words for the place and the fault. */
export interface FormFault {
  path: string;
  label: string;
  message: string;
}

/** What the page gives the form; everything is plain text and lists (purchase-request-form.server.ts). */
export interface RequestFormProps {
  words: Record<string, string>;
  language: string;
  /** 'YYYY-MM-DD' in Singapore. */
  today: string;
  /** How the tax is rounded. */
  gstMethod: GstMethod;
  person: string;
  /** Departments the person may ask for; for somebody else, any. */
  ownDepartments: string[];
  /** The request being changed; null for a new one. */
  record: SavedRequest | null;
  /** Approved already: only what no approver decided on can be changed, and nothing is sent. */
  partial: boolean;
  fields: FieldView[];
  units: string[];
  categories: NonNullable<FieldView['choices']>;
  centers: NonNullable<FieldView['choices']>;
  typed: Typed;
  /** What was shown when the page was first opened, as JSON; it travels with a plain post. */
  seen: string;
  faults: FormFault[];
  problem: string | null;
  /** What is shown is not saved yet: restored, refused, or merged with somebody's newer values. */
  changed: boolean;
  expected: Chain | null;
  files: RequestFiles;
}

export interface RequestFiles {
  /** Files that are on the request already. */
  existing: { id: string; name: string; kind: string; href: string; thumb?: string }[];
  waiting: WaitingFile[];
  kinds: { value: string; label: string }[];
  /** For the file control. */
  accept: string;
}

export const blankLine = (): TypedLine => ({
  kind: 'goods',
  description: '',
  specification: '',
  quantity: '',
  unit: 'Piece(s)',
  unitPriceE4: '',
  gstCode: 'SR',
  priceIncludesGst: false,
  expenseCategoryId: '',
  costCenterId: '',
});

/** The expense categories of what was typed, each once; a line without one has that of the request. */
export function categoriesIn(lines: readonly TypedLine[], ofRequest: string | undefined): string[] {
  return [
    ...new Set(
      lines
        .filter((line) => !isBlank(line))
        .map(({ expenseCategoryId }) => expenseCategoryId || ofRequest || '')
        .filter(Boolean),
    ),
  ].sort();
}

/** A row that was opened and left: it is not sent. */
export function isBlank(line: Pick<TypedLine, 'description' | 'specification' | 'quantity' | 'unitPriceE4'>): boolean {
  return [line.description, line.specification, line.quantity, line.unitPriceE4].every((text) => text.trim() === '');
}

/** Fields that are asked for only when another makes them meaningful. */
const asked: Record<string, (typed: TypedHeader) => boolean> = {
  pathReason: ({ purchasePath }) => purchasePath === 'emergency',
  priorityReason: ({ priority }) => priority !== 'normal',
  preferredVendorReason: ({ preferredVendor }) => (preferredVendor ?? '').trim() !== '',
};

export function isAsked(name: string, typed: TypedHeader): boolean {
  return asked[name]?.(typed) ?? true;
}

/** The code of what is wrong with a typed text by its declaration, null when nothing is; the server checks again. */
export function faultOf(
  field: Pick<FieldView, 'kind' | 'optional' | 'max'>,
  text: string,
  language: string,
): string | null {
  if (text.trim() === '')
    return field.optional ? null : field.kind === 'reference' || field.kind === 'choice' ? 'not-a-choice' : 'required';
  if (field.max !== undefined && text.trim().length > field.max) return 'too-long';
  if (field.kind === 'date') return parseDate(text) ? null : 'not-a-date';
  const wrong: Record<string, string> = {};
  const value = valueOf(field, text, language, 'text', wrong);
  if (wrong['text']) return wrong['text'];
  if (field.kind === 'quantity') return Number(value) > 0 ? null : 'too-small';
  return field.kind === 'unit-price' && Number(value) < 0 ? 'too-small' : null;
}

/** What the server would refuse when the request is sent, as far as the entries alone can tell: [path, code]. */
export function sendingFaults(typed: TypedHeader, lines: readonly TypedLine[], today: string): [string, string][] {
  const faults: [string, string][] = [];
  const neededBy = parseDate(typed['neededBy'] ?? '');
  if (neededBy && neededBy < today) faults.push(['neededBy', 'in-the-past']);
  for (const name of ['pathReason', 'priorityReason'])
    if (isAsked(name, typed) && !typed[name]?.trim()) faults.push([name, 'reason-needed']);
  if (lines.every(isBlank)) faults.push(['lines', 'no-lines']);
  return faults;
}

/** How the typed texts of a line are read; the same kinds as `lineFields`, without its schema. */
export const lineChecks: Partial<Record<keyof TypedLine, Pick<FieldView, 'kind' | 'optional' | 'max'>>> = {
  description: { kind: 'text', optional: false, max: 300 },
  specification: { kind: 'long-text', optional: true, max: 1000 },
  quantity: { kind: 'quantity', optional: false },
  unitPriceE4: { kind: 'unit-price', optional: false },
};

/** What is wrong with a line, by the names of its controls; it takes from the request what it is charged to. */
export function lineFaults(line: TypedLine, request: TypedHeader, language: string): Map<string, string> {
  const faults = new Map<string, string>();
  for (const [name, check] of Object.entries(lineChecks)) {
    const fault = faultOf(check, String(line[name as keyof TypedLine] ?? ''), language);
    if (fault) faults.set(name, fault);
  }
  if (
    !faults.has('quantity') &&
    !faults.has('unitPriceE4') &&
    !isPriceable(lineInput(line, language) as unknown as PricedLine)
  )
    faults.set('unitPriceE4', 'too-large');
  for (const name of ['expenseCategoryId', 'costCenterId'] as const)
    if (!line[name] && !request[name]) faults.set(name, 'not-a-choice');
  return faults;
}

/** The lines whose quantity and price can be read already, ready to be added up. */
export function pricedLines(lines: readonly TypedLine[], language: string): PricedLine[] {
  return lines
    .filter((line) => isPriced(line, language))
    .map((line) => lineInput(line, language) as unknown as PricedLine);
}

export function isPriced(line: TypedLine, language: string): boolean {
  const faults = lineFaults(line, {}, language);
  return !faults.has('quantity') && !faults.has('unitPriceE4');
}

/** A line as the API takes it. */
export function lineInput(line: TypedLine, language: string): Record<string, unknown> {
  const read = (name: 'quantity' | 'unitPriceE4') => valueOf(lineChecks[name]!, line[name], language, name, {});
  return { ...line, quantity: read('quantity'), unitPriceE4: read('unitPriceE4') };
}
