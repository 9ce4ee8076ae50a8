/** Rows copied from a spreadsheet, as lines of a request. Browser-safe. */
import { UNITS } from '#lib/kernel/constants.ts';
import type { TypedLine } from './purchase-request-form.ts';

type Cells = (keyof TypedLine)[];

/** What the columns are, by how many there are; a column of units is found by its words. */
const columns: Record<number, Cells> = {
  1: ['description'],
  2: ['description', 'quantity'],
  3: ['description', 'quantity', 'unitPriceE4'],
  4: ['description', 'quantity', 'unit', 'unitPriceE4'],
  5: ['description', 'specification', 'quantity', 'unit', 'unitPriceE4'],
};

/** The lines in a pasted text; null when it is one cell, which is pasted as it is. Columns beyond the fifth are left out. */
export function pastedLines(text: string, unitNames: Record<string, string> = {}): Partial<TypedLine>[] | null {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((row) => row.split('\t').map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ''));
  if (rows.length === 0 || (rows.length === 1 && rows[0]!.length === 1)) return null;
  const cells = columns[Math.min(5, Math.max(...rows.map((row) => row.length)))]!;
  return rows.map((row) =>
    Object.fromEntries(
      cells.map((name, index) => [name, name === 'unit' ? unitOf(row[index] ?? '', unitNames) : (row[index] ?? '')]),
    ),
  );
}

function unitOf(text: string, names: Record<string, string>): string {
  const wanted = plain(text);
  return (
    UNITS.find((unit) =>
      [unit, names[unit] ?? ''].some((name) => wanted !== '' && plain(name).startsWith(wanted.slice(0, 3))),
    ) ?? UNITS[0]
  );
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
}
