/**
 * What is wrong with what is typed, by the declaration that the server checks with; the server checks again.
 * Browser-safe.
 */
import { valueOf } from '#lib/records/form/form-values.ts';
import type { GstMethod } from '#lib/values/gst.ts';
import { parseDate } from '#lib/values/time.ts';
import type { DocumentRules, LineTotals } from './rules.ts';
import { isFieldShown } from './rules.ts';
import {
  isBlank,
  isFilled,
  lineInput,
  entryText,
  writtenRows,
  type Entry,
  type FieldView,
  type LinesView,
  type Typed,
  type TypedRow,
} from './form.ts';

/** The place of a fault, its code in locales `validation`, and values for its sentence. */
export interface FoundFault {
  path: string;
  code: string;
  params?: Record<string, unknown>;
  /** Amounts of its sentence. */
  cents?: Readonly<Record<string, number>>;
}

interface Checked {
  sections: readonly { fields: readonly FieldView[] }[];
  lines: LinesView | null;
  language: string;
  /** 'YYYY-MM-DD' in Singapore. */
  today: string;
  gstMethod: GstMethod;
  limits: Readonly<Record<string, number>>;
}

/**
 * Everything that is wrong with what is typed. When it is about to be sent, with files of these kinds, what only then
 * must be right as well; `sending` is null when it is saved as a draft. What a line takes from an empty field of the
 * document is wrong there, once, and what the missing first line would take is missing with it. What is called after the first line is not missing beside a missing line.
 */
export function faultsOf(
  typed: Typed,
  rules: DocumentRules,
  form: Checked,
  sending: readonly string[] | null,
): FoundFault[] {
  const { sections, lines, language } = form;
  const faults: FoundFault[] = [];
  const fields = sections.flatMap((section) => section.fields);
  const [firstRow] = lines ? writtenRows(lines, typed.lines) : [];
  const isTitled = (name: string) =>
    name === rules.titled && !isFilled(typed[name]) && (sending !== null || isFilled(firstRow?.[lines!.title]));
  const isOnForm = (name: string) => fields.some((field) => field.name === name);
  for (const field of fields) {
    const code =
      isFieldShown(rules, field.name, typed) && faultOf(field, typed[field.name] as Entry | undefined, language);
    if (code && !isTitled(field.name)) faults.push({ path: field.name, code });
  }
  for (const [index, row] of typed.lines.entries())
    if (lines && !isBlank(lines, row))
      for (const [name, code] of lineFaults(lines, rules, row, typed, language)) {
        const isDocuments = lines.inherited.includes(name) && !isFilled(row[name]) && isOnForm(name);
        faults.push({ path: isDocuments ? name : `lines.${index}.${name}`, code });
      }
  if (sending && lines && !firstRow)
    for (const field of fields.filter(({ name }) => lines.needed.includes(name) && !isFilled(typed[name])))
      faults.push({ path: field.name, code: faultOf({ ...field, optional: false }, '', language)! });
  const all = sending ? [...faults, ...sendingFaults(typed, rules, form, sending)] : faults;
  return all.filter(({ path }, at) => all.findIndex((one) => one.path === path) === at);
}

/** The code of what is wrong with one entry, null when nothing is. */
export function faultOf(
  field: Pick<FieldView, 'kind' | 'optional' | 'max'>,
  entry: Entry | undefined,
  language: string,
): string | null {
  if (typeof entry === 'boolean' || field.kind === 'boolean') return null;
  if (!isFilled(entry))
    return field.optional || Array.isArray(entry)
      ? null
      : field.kind === 'reference' || field.kind === 'choice'
        ? 'not-a-choice'
        : 'required';
  const text = entryText(entry);
  if (field.max !== undefined && text.trim().length > field.max) return 'too-long';
  if (field.kind === 'date') return parseDate(text) ? null : 'not-a-date';
  const wrong: Record<string, string> = {};
  const value = valueOf(field, text, language, 'text', wrong);
  if (wrong['text']) return wrong['text'];
  if (field.kind === 'quantity') return Number(value) > 0 ? null : 'not-above-zero';
  return field.kind === 'unit-price' && Number(value) < 0 ? 'below-zero' : null;
}

/** What the server would refuse when the document is sent with files of these kinds, as far as the form can tell. */
export function sendingFaults(
  typed: Typed,
  rules: DocumentRules,
  form: Checked,
  fileKinds: readonly string[],
): FoundFault[] {
  const { sections, lines, today, limits } = form;
  const { ahead = [], neededToSend, sendingFaults: own } = rules;
  const past = ahead.filter((name) => (parseDate(entryText(typed[name])) ?? today) < today);
  const missing = sections
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => isFieldShown(rules, name, typed) && !isFilled(typed[name]))
    .map(({ name }) => ({ path: name, code: neededToSend?.(name, typed) ?? null }))
    .filter((fault): fault is FoundFault => fault.code !== null);
  const rows = lines ? writtenRows(lines, typed.lines) : [];
  const netCents = lines ? totalsOf(lines, rules, rows, form).netCents : 0;
  return [
    ...past.map((path) => ({ path, code: 'in-the-past', params: { date: typed[path] } })),
    ...missing,
    ...outOfUse(typed, rules, form),
    ...(own?.(typed, { netCents, limits, fileKinds }) ?? []).map(([path, code, cents]) => ({
      path,
      code,
      ...(cents && { cents }),
    })),
    ...(lines && rows.length === 0 ? [{ path: 'lines', code: 'no-lines' }] : []),
  ];
}

/** What was chosen once and is not in use any more, each at the field that says it. */
function outOfUse(typed: Typed, { inUse = [] }: DocumentRules, { sections, lines }: Checked): FoundFault[] {
  const isOut = ({ name, choices = [] }: FieldView, said: Readonly<Record<string, Entry | TypedRow[]>>) =>
    inUse.includes(name) && choices.some(({ value, outOfUse: out }) => out && value === said[name]);
  const header = sections.flatMap(({ fields }) => fields).filter((field) => isOut(field, typed));
  const cells = typed.lines.flatMap((row, index) =>
    (lines?.fields ?? []).filter((field) => isOut(field, row)).map(({ name }) => `lines.${index}.${name}`),
  );
  return [...header.map(({ name }) => name), ...cells].map((path) => ({ path, code: 'out-of-use' }));
}

/** What is wrong with a line, by the names of its fields; some it takes from the document. */
export function lineFaults(
  lines: LinesView,
  { prices }: DocumentRules,
  row: TypedRow,
  document: Readonly<Record<string, Entry | TypedRow[]>>,
  language: string,
): Map<string, string> {
  const faults = new Map<string, string>();
  for (const field of lines.fields) {
    const inherits = lines.inherited.includes(field.name) && !isFilled(row[field.name]);
    const code = faultOf(field, inherits ? (document[field.name] as Entry | undefined) : row[field.name], language);
    if (code) faults.set(field.name, code);
  }
  if (prices && isPriced(lines, prices.needs, row, language)) {
    const [name, code] = prices.faultOf(lineInput(lines, row, language)) ?? [];
    if (name && code) faults.set(name, code);
  }
  return faults;
}

/** The amount of a line, in cents; null while it cannot be computed. */
export function amountOf(lines: LinesView, { prices }: DocumentRules, row: TypedRow, language: string): number | null {
  if (!prices || !isPriced(lines, prices.needs, row, language)) return null;
  const line = lineInput(lines, row, language);
  return prices.faultOf(line) ? null : prices.amountOf(line);
}

/** The totals of the lines whose amount can be computed already. */
export function totalsOf(
  lines: LinesView,
  rules: DocumentRules,
  rows: readonly TypedRow[],
  { language, today, gstMethod }: { language: string; today: string; gstMethod: GstMethod },
): LineTotals {
  const priced = rows.filter((row) => amountOf(lines, rules, row, language) !== null);
  const inputs = priced.map((row) => lineInput(lines, row, language));
  return rules.prices?.totalsOf(inputs, today, gstMethod, language) ?? { netCents: 0, sums: [] };
}

function isPriced({ fields }: LinesView, needs: readonly string[], row: TypedRow, language: string): boolean {
  return fields.every((field) => !needs.includes(field.name) || faultOf(field, row[field.name], language) === null);
}
