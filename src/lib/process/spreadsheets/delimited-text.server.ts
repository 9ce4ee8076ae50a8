import { parse } from 'csv-parse/sync';
import { Refusal } from '#lib/values/refusal.ts';

/** One row of a table with its number in the file, counted from 1. */
export interface Line {
  number: number;
  cells: string[];
}

/**
 * At most `most` rows of a CSV file. Delimiter (comma, semicolon, tab) and encoding are detected from the content; an
 * apostrophe that neutralises a formula, as our own exports write it, is removed. Empty rows count but are left out.
 * Refuses with 422 `spreadsheet-unreadable`.
 */
export function readDelimited(bytes: Uint8Array, most: number): Line[] {
  const text = decode(bytes);
  try {
    const records = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 1_000_000,
      to: most,
      info: true,
    }) as unknown as { record: string[]; info: { records: number; empty_lines: number } }[];
    return records.map(({ record, info }) => ({ number: info.records + info.empty_lines, cells: record.map(armed) }));
  } catch (cause) {
    throw Object.assign(new Refusal('spreadsheet-unreadable'), { cause });
  }
}

/** Text in UTF-8 or UTF-16 by its byte order mark, in UTF-8 without one, else in Windows-1252. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return readable(new TextDecoder('utf-16le').decode(bytes));
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return readable(new TextDecoder('utf-16be').decode(bytes));
  try {
    return readable(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return readable(new TextDecoder('windows-1252').decode(bytes));
  }
}

function readable(text: string): string {
  if (text.includes('\0')) throw new Refusal('spreadsheet-unreadable');
  return text;
}

/** Whichever of the three occurs most often in the first row outside quotes. */
function delimiterOf(text: string): string {
  const heading =
    text
      .replaceAll(/"[^"]*"/g, '')
      .replace(/^[\r\n]+/, '')
      .split(/[\r\n]/, 1)[0] ?? '';
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: heading.split(sign).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).sign;
}

function armed(cell: string): string {
  return /^'[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}
