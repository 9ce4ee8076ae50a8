import { today } from '#lib/values/time.ts';
import { disposition } from '#lib/process/files/file-response.server.ts';
import { toCsv, toWorkbook, type SheetColumn, type SheetRow, type SheetTable } from './spreadsheet.server.ts';

export type SheetFormat = 'csv' | 'xlsx';

const types: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The format requested with `?format=`: a workbook unless it is CSV. */
export function sheetFormat(params: URLSearchParams): SheetFormat {
  return params.get('format') === 'csv' ? 'csv' : 'xlsx';
}

/** A table as a file to save, named by its title and today's date; `more` are further sheets of a workbook. */
export async function sheetResponse(
  format: SheetFormat,
  title: string,
  columns: readonly SheetColumn[],
  rows: readonly SheetRow[],
  more: readonly SheetTable[] = [],
): Promise<Response> {
  const content = format === 'csv' ? toCsv(columns, rows) : await toWorkbook([{ title, columns, rows }, ...more]);
  return new Response(content, {
    headers: {
      'content-type': types[format],
      'content-disposition': disposition('attachment', `${title} ${today()}.${format}`),
      'cache-control': 'no-store',
    },
  });
}
