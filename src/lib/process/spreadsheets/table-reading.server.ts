/** Tables read from CSV and XLSX: the work itself, which blocks; `spreadsheet-reading.server.ts` has it done elsewhere. */
import { type CellValue, streamXlsxRows } from 'hucre/xlsx';
import { IMPORT_MAX_ROWS } from '#lib/values/constants.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { formatClock, formatDate } from '#lib/values/time.ts';
import { unpackedSize } from './archive-size.server.ts';
import { type Line, readDelimited } from './delimited-text.server.ts';

/** The content of a file: cells as text, in the form people type them (1234.5, 21/11/2026). */
export interface Spreadsheet {
  header: string[];
  /** Each as long as the header; empty rows are left out. */
  rows: string[][];
  /** For each row its number in the file, counted from 1 as spreadsheet programs do. */
  rowNumbers: number[];
}

/**
 * Maximum number of columns read: a million commas in the first row would mean a million cells in each of the others.
 */
const COLUMNS_READ = 200;
const UNPACKED_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads the first sheet of an XLSX file, or a CSV file (comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252): its
 * first 200 columns. Its first non-empty row is the header. Refuses with 422 `too-many-rows` or
 * `spreadsheet-unreadable`, which also covers old .xls files, files with a password and zip bombs.
 */
export async function readTable(bytes: Uint8Array, fileName: string): Promise<Spreadsheet> {
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
