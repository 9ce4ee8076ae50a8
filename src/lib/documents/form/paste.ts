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

/** One row, and the words in it that are none of the choices of their field, which stays empty. */
export interface PastedRow {
  row: TypedRow;
  unknown: { name: string; text: string }[];
}

/**
 * The rows in a pasted text; null when it is one cell, which is pasted as it is. What the columns are follows from how
 * many there are: one is the title, and each further one is the next of what a row needs most, all in the order of the
 * declaration. Columns beyond all that are left out. A word that is none of the choices is asked about, not guessed.
 */
export function pastedRows(lines: LinesView, text: string): PastedRow[] | null {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((row) => row.split('\t').map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ''));
  if (rows.length === 0 || (rows.length === 1 && rows[0]!.length === 1)) return null;
  const needed = byNeed(lines).slice(0, Math.max(...rows.map((row) => row.length)));
  const columns = lines.fields.filter((field) => needed.includes(field));
  return rows.map((row) => {
    const cells = columns.map((field, index) => ({ field, text: row[index] ?? '' }));
    const entries = cells.map(({ field, text: said }) => [field.name, entryOf(lines, field, said)] as const);
    const unknown = cells.filter(({ field, text: said }, at) => said !== '' && entries[at]![1] === '' && field.choices);
    return {
      row: Object.fromEntries(entries),
      unknown: unknown.map(({ field, text: said }) => ({ name: field.name, text: said })),
    };
  });
}

/** The title, what must be entered in the row, what has a value there already, and the texts below it. */
function byNeed(lines: LinesView): FieldView[] {
  const row = viewsOf(lines, lines.row).filter(({ kind }) => PASTED.includes(kind));
  const texts = lines.fields.filter(({ name, kind }) => lines.more.includes(name) && kind.endsWith('text'));
  const rank = ({ name }: FieldView) => (name === lines.title ? 0 : isFilled(lines.first[name]) ? 2 : 1);
  return [...row.toSorted((a, b) => rank(a) - rank(b)), ...texts];
}

/**
 * A choice by the first letters of its words or by an abbreviation that fits one alone ('pcs'); '' for a word that is none
 * of them, and the one that a new row has where nothing is said.
 */
function entryOf({ first }: LinesView, { name, kind, choices = [] }: FieldView, text: string): string {
  if (kind !== 'choice') return text;
  if (text === '') return String(first[name] ?? '');
  const wanted = letters(text);
  if (wanted === '') return '';
  const named = (fits: (words: string) => boolean) =>
    choices.filter(({ value, label }) => [value, label].some((words) => fits(letters(words))));
  const begun = named((words) => words.startsWith(wanted.slice(0, 3)));
  const short = named((words) => words[0] === wanted[0] && isWithin(wanted, words));
  return (begun[0] ?? (short.length === 1 ? short[0] : undefined))?.value ?? '';
}

/** Whether the letters of the one stand in the other, in their order: 'pcs' in 'pieces'. */
function isWithin(few: string, many: string): boolean {
  let at = 0;
  for (const letter of many) if (letter === few[at]) at += 1;
  return at === few.length;
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
}
