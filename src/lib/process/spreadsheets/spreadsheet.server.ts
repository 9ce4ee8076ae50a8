/** Tables written as CSV and XLSX. */
import { stringify } from 'csv-stringify/sync';
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import { UTC_OFFSET_MINUTES } from '#lib/values/constants.ts';
import type { FieldKind } from '#lib/values/fields.ts';
import { formatCents, formatRate, formatUnitPrice } from '#lib/values/money.ts';
import { formatDate, formatInstant } from '#lib/values/time.ts';

/** A column of an export: `header` is the displayed text; kinds other than amounts, numbers and times are text. */
export interface SheetColumn {
  key: string;
  header: string;
  kind: FieldKind;
}

/** Values by column key, as in the record: cents, ten-thousandths, basis points, 'YYYY-MM-DD', ISO instants. */
export type SheetRow = Record<string, unknown>;

/** One table of a file, by its name. */
export interface SheetTable {
  title: string;
  columns: readonly SheetColumn[];
  rows: readonly SheetRow[];
}

/** Characters that Excel allows in one cell. */
const CELL_LENGTH = 32_767;
const formats: Partial<Record<FieldKind, string>> = {
  money: '#,##0.00',
  'unit-price': '#,##0.00##',
  percent: '0.00"%"',
  integer: '#,##0',
  date: 'dd/mm/yyyy',
  instant: 'dd/mm/yyyy hh:mm AM/PM',
};

/**
 * CSV in UTF-8 with a byte order mark, so that spreadsheet programs read names in any script. Amounts are plain
 * (1234.50), dates DD/MM/YYYY. A text that a spreadsheet program would run as a formula is neutralised by an
 * apostrophe.
 */
export function toCsv(columns: readonly SheetColumn[], rows: readonly SheetRow[]): string {
  const lines = rows.map((row) => columns.map((column) => csvCell(column.kind, row[column.key])));
  const header = columns.map((column) => disarmed(column.header));
  return stringify([header, ...lines], { bom: true, record_delimiter: '\r\n' });
}

/** A workbook of one sheet. */
export function toXlsx(
  columns: readonly SheetColumn[],
  rows: readonly SheetRow[],
  sheetName: string,
): Promise<Uint8Array<ArrayBuffer>> {
  return toWorkbook([{ title: sheetName, columns, rows }]);
}

/** A workbook with a sheet for each table: a frozen header row, and typed cells, so that they can be summed. */
export async function toWorkbook(tables: readonly SheetTable[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await writeXlsx({ sheets: tables.map(sheetOf) }));
}

function sheetOf({ title, columns, rows }: SheetTable, index: number) {
  const heading = columns.map((column) => xlsxText(column.header));
  const cells = rows.map((row) => columns.map((column) => xlsxCell(column.kind, row[column.key])));
  const bold = columns.map((_, at) => [`0,${at}`, { style: { font: { bold: true } } }] as const);
  const name = title.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31);
  return {
    name: name.trim() || `Sheet${index + 1}`,
    columns: columns.map(({ kind }) => ({ autoWidth: true, numFmt: formats[kind] })),
    rows: [heading, ...cells],
    cells: new Map(bold),
    freezePane: { rows: 1 },
  };
}

function csvCell(kind: FieldKind, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (kind === 'money') return plain(formatCents(Number(value)));
  if (kind === 'unit-price') return plain(formatUnitPrice(Number(value)));
  if (kind === 'percent') return plain(formatRate(Number(value)));
  if (kind === 'date') return formatDate(String(value));
  if (kind === 'instant') return formatInstant(String(value));
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return kind === 'contact-number' && /^\+\d\d \d{8}$/.test(String(value)) ? String(value) : disarmed(String(value));
}

function plain(amount: string): string {
  return amount.replaceAll(',', '');
}

function disarmed(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}

function xlsxCell(kind: FieldKind, value: unknown): CellValue {
  if (value === null || value === undefined || value === '') return null;
  if (kind === 'money' || kind === 'percent') return Number(value) / 100;
  if (kind === 'unit-price') return Number(value) / 10_000;
  // The library writes UTC: a date or time in Singapore is written as if it were UTC.
  if (kind === 'date') return new Date(`${String(value)}T00:00:00Z`);
  if (kind === 'instant') return new Date(new Date(String(value)).getTime() + UTC_OFFSET_MINUTES * 60_000);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return xlsxText(String(value));
}

/** Text in a form XLSX can hold: without control characters, and with look-alikes of its own escapes escaped. */
function xlsxText(text: string): string {
  const clean = text.replaceAll('\r\n', '\n').replaceAll(/(?![\t\n])[\p{Cc}\ufffe\uffff]/gu, '');
  return clean.slice(0, CELL_LENGTH).replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
}
