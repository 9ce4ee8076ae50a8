/** Rows copied from a spreadsheet, as lines of a document. Browser-safe. */
import { isFilled, viewsOf, type FieldView, type LinesView, type TypedRow } from './form.ts';

/** Kinds that people type, and choices, which are found by their words. */
const PASTED: readonly FieldView['kind'][] = [
  'text',
  'long-text',
  'quantity',
  'integer',
  'unit-price',
  'money',
  'percent',
  'date',
  'choice',
];

/**
 * The rows in a pasted text; null when it is one cell, which is pasted as it is. What the columns are follows from how
 * many there are: one is the title, and each further one is the next of what a row needs most, all in the order of the
 * declaration. Columns beyond all that are left out.
 */
export function pastedRows(lines: LinesView, text: string): TypedRow[] | null {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((row) => row.split('\t').map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ''));
  if (rows.length === 0 || (rows.length === 1 && rows[0]!.length === 1)) return null;
  const needed = byNeed(lines).slice(0, Math.max(...rows.map((row) => row.length)));
  const columns = lines.fields.filter((field) => needed.includes(field));
  return rows.map((row) =>
    Object.fromEntries(columns.map((field, index) => [field.name, entryOf(lines, field, row[index] ?? '')])),
  );
}

/** The title, what must be entered in the row, what has a value there already, and the texts below it. */
function byNeed(lines: LinesView): FieldView[] {
  const row = viewsOf(lines, lines.row).filter(({ kind }) => PASTED.includes(kind));
  const texts = lines.fields.filter(({ name, kind }) => lines.more.includes(name) && kind.endsWith('text'));
  const rank = ({ name }: FieldView) => (name === lines.title ? 0 : isFilled(lines.first[name]) ? 2 : 1);
  return [...row.toSorted((a, b) => rank(a) - rank(b)), ...texts];
}

/** A choice by the first letters of its words, or the one that a new row has. */
function entryOf({ first }: LinesView, { name, kind, choices = [] }: FieldView, text: string): string {
  if (kind !== 'choice') return text;
  const wanted = letters(text).slice(0, 3);
  const found = choices.find(({ value, label }) =>
    [value, label].some((words) => wanted !== '' && letters(words).startsWith(wanted)),
  );
  return found?.value ?? String(first[name] ?? '');
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
}
