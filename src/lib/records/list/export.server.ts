import type { Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { chosenIn, onlyRows } from './bulk.server.ts';
import { exportDetailOf } from './export-detail.ts';
import { labels, type AnyEntity } from '#lib/records/entity.ts';
import type { FieldKind } from '#lib/values/fields.ts';
import { readListQuery, shownColumns, type ListQuery } from './list-query.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { kindOf, shownValue, type Reader } from '#lib/records/shown.ts';
import { fileTurn } from '#lib/process/files/file-turns.server.ts';
import { sheetFormat, sheetResponse } from '#lib/process/spreadsheets/spreadsheet-response.server.ts';
import type { SheetColumn, SheetRow, SheetTable } from '#lib/process/spreadsheets/spreadsheet.server.ts';

interface Source {
  of: AnyEntity;
  all(actor: Actor, query: ListQuery, ceiling: number, actions?: readonly string[]): Promise<Record<string, unknown>[]>;
}

/** Rows in one file; who needs more narrows the list. */
const EXPORT_MOST_ROWS = 50_000;

/** Kinds that a file holds as they are, to be added up and sorted; the others are words. */
const AS_THEY_ARE: readonly FieldKind[] = [
  'money',
  'unit-price',
  'quantity',
  'percent',
  'integer',
  'coordinate',
  'date',
  'instant',
];

/**
 * A list as a file, `?format=csv` or `xlsx`: the rows, the order and the columns that the same address shows on the
 * screen, all pages of it; or of these only the rows that were chosen (`row=id:version`). What belongs to the records
 * (lines of documents) is a second sheet of the workbook; with `?lines=1` it is the file, as CSV. Logged with the
 * number of records. 422 `export-too-large` above 50,000 rows of either, 429 `files-busy`.
 */
export function exportList(
  actor: Actor,
  source: Source,
  params: URLSearchParams,
  reader: Reader,
  actions?: readonly string[],
): Promise<Response> {
  return fileTurn(actor, () => listFile(actor, source, params, reader, actions));
}

async function listFile(
  actor: Actor,
  source: Source,
  params: URLSearchParams,
  reader: Reader,
  actions?: readonly string[],
): Promise<Response> {
  const { of } = source;
  const detail = exportDetailOf(of);
  const isDetail = detail !== null && params.get('lines') === '1';
  const format = isDetail && !params.has('format') ? 'csv' : sheetFormat(params);
  const { rows: chosen, allSeenAt } = chosenIn(params);
  const isChosen = chosen.length > 0 && allSeenAt === null;
  const query = isChosen
    ? onlyRows(
        readListQuery(of, params),
        chosen.map((row) => row.split(':')[0]!),
      )
    : readListQuery(of, params);
  const records = await source.all(actor, query, EXPORT_MOST_ROWS + 1, actions);
  const columns = shownColumns(of, query).map((name) => sheetColumn(of, name, reader));
  const list: SheetTable = {
    title: reader.t(labels.many(of)),
    columns,
    rows: allowed(records).map((record) => sheetRow(of, columns, record, reader)),
  };
  const withDetail = detail !== null && (isDetail || format === 'xlsx');
  const more = withDetail ? [await detail.table(records, reader, EXPORT_MOST_ROWS + 1)] : [];
  for (const { rows } of more) allowed(rows);
  const [first, ...others] = format === 'csv' && isDetail ? more : [list, ...more];
  const answer = await sheetResponse(format, first!.title, first!.columns, first!.rows, others);
  await logActivity(actor, {
    event: `${of.name}.exported`,
    subject: of.subject,
    entity: of.name,
    params: { count: records.length, format, query: askedFor(params), ...(isChosen && { chosen: chosen.length }) },
  });
  return answer;
}

/** The query for the log: the state in the address, without the selected rows. */
function askedFor(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...params].filter(([name]) => !['row', 'shown', 'all'].includes(name)));
}

/** The rows, where a file may hold so many. */
function allowed<R>(rows: readonly R[]): readonly R[] {
  if (rows.length > EXPORT_MOST_ROWS)
    throw new Refusal('export-too-large', 422, { params: { rows: EXPORT_MOST_ROWS } });
  return rows;
}

/** The column of a field: numbers and times as they are, everything else in words. */
export function sheetColumn(of: AnyEntity, name: string, { t }: Pick<Reader, 't'>): SheetColumn {
  const kind = kindOf(of, name);
  const isKept = AS_THEY_ARE.includes(kind) || kind === 'contact-number';
  return { key: name, header: t(labels.field(of, name)), kind: isKept ? kind : 'text' };
}

/** The cells of a record, by column. */
export function sheetRow(
  of: AnyEntity,
  columns: readonly SheetColumn[],
  record: Record<string, unknown>,
  reader: Reader,
): SheetRow {
  return Object.fromEntries(
    columns.map(({ key, kind }) => [
      key,
      AS_THEY_ARE.includes(kind) ? record[key] : shownValue(of, key, record, reader),
    ]),
  );
}
