/** Tables as CSV and XLSX, written and read. The only module that knows the library `hucre`. */
import { stringify } from 'csv-stringify/sync';
import { type CellValue, streamXlsxRows, writeXlsx } from 'hucre/xlsx';
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS, UTC_OFFSET_MINUTES } from '#lib/values/constants.ts';
import type { FieldKind } from '#lib/values/fields.ts';
import { formatCents, formatRate, formatUnitPrice } from '#lib/values/money.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { formatClock, formatDate, formatInstant } from '#lib/values/time.ts';
import { unpackedSize } from './archive-size.server.ts';
import { type Line, readDelimited } from './delimited-text.server.ts';

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

/** The content of a file: cells as text, in the form people type them (1234.5, 21/11/2026). */
export interface Spreadsheet {
  header: string[];
  /** Each as long as the header; empty rows are left out. */
  rows: string[][];
  /** For each row its number in the file, counted from 1 as spreadsheet programs do. */
  rowNumbers: number[];
}

/** Characters that Excel allows in one cell. */
const CELL_LENGTH = 32_767;
/**
 * Maximum number of columns read: a million commas in the first row would mean a million cells in each of the others.
 */
const COLUMNS_READ = 200;
const UNPACKED_MAX_BYTES = 64 * 1024 * 1024;

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

/**
 * Reads the first sheet of an XLSX file, or a CSV file (comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252): its
 * first 200 columns. Its first non-empty row is the header. Refuses with 422 `spreadsheet-too-large`, `too-many-rows`
 * or `spreadsheet-unreadable`, which also covers old .xls files, files with a password and zip bombs.
 */
export async function readSpreadsheet(bytes: Uint8Array, fileName: string): Promise<Spreadsheet> {
  if (bytes.length > IMPORT_MAX_BYTES) {
    throw new Refusal('spreadsheet-too-large', 422, { params: { megabytes: IMPORT_MAX_BYTES / 1024 / 1024 } });
  }
  const lines = (await linesOf(bytes, fileName)).filter((line) => line.cells.some((cell) => cell.trim() !== ''));
  const [first, ...rest] = lines;
  if (!first) throw new Refusal('spreadsheet-unreadable');
  if (rest.length > IMPORT_MAX_ROWS) throw new Refusal('too-many-rows', 422, { params: { rows: IMPORT_MAX_ROWS } });

  const header = first.cells.slice(0, COLUMNS_READ).map((cell) => cell.trim());
  while (header.at(-1) === '') header.pop();
  return {
    header,
    rows: rest.map(({ cells }) => header.map((_, index) => cells[index] ?? '')),
    rowNumbers: rest.map(({ number }) => number),
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

async function linesOf(bytes: Uint8Array, fileName: string): Promise<Line[]> {
  const packed = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!packed && /\.xls[a-z]?$/i.test(fileName)) throw new Refusal('spreadsheet-unreadable');
  const most = IMPORT_MAX_ROWS + 2;
  return packed ? await readXlsx(bytes, most) : readDelimited(bytes, most);
}

async function readXlsx(bytes: Uint8Array, most: number): Promise<Line[]> {
  if ((await unpackedSize(bytes, UNPACKED_MAX_BYTES)) === null) throw new Refusal('spreadsheet-unreadable');
  const lines: Line[] = [];
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      const cells = values.slice(0, COLUMNS_READ).map(readCell);
      if (cells.some((cell) => cell !== '')) lines.push({ number: index + 1, cells });
      if (lines.length >= most) break;
    }
  } catch (cause) {
    throw Object.assign(new Refusal('spreadsheet-unreadable'), { cause });
  }
  return lines;
}

function readCell(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return readDate(value);
  // Spreadsheet programs store and show fifteen digits: 0.1 + 0.2 is 0.3 there.
  return typeof value === 'number' ? String(Number(value.toPrecision(15))) : String(value);
}

function readDate(value: Date): string {
  if (Number.isNaN(value.getTime())) return '';
  const [date = '', time = ''] = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString().split('T');
  return time.startsWith('00:00:00') ? formatDate(date) : `${formatDate(date)} ${formatClock(time)}`;
}
