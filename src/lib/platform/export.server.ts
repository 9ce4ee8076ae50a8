import type { Actor } from '#lib/access/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { chosenIn, onlyRows } from '#lib/kernel/bulk.server.ts';
import { labels, type Entity } from '#lib/kernel/entity.ts';
import type { FieldKind } from '#lib/kernel/fields.ts';
import { readListQuery, shownColumns, type ListQuery } from '#lib/kernel/list-query.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import { kindOf, shownValue, type Reader } from '#lib/kernel/shown.ts';
import { fileTurn } from './file-turns.server.ts';
import { sheetFormat, sheetResponse } from './spreadsheet-response.server.ts';
import type { SheetColumn, SheetRow } from './spreadsheet.server.ts';

interface Source {
  of: Entity<any, any, any>;
  all(actor: Actor, query: ListQuery, ceiling: number, actions?: readonly string[]): Promise<Record<string, unknown>[]>;
}

/** Rows in one file; who needs more narrows the list. */
export const EXPORT_MOST_ROWS = 50_000;

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
 * screen, all pages of it; or of these only the rows that were chosen (`row=id:version`). Logged with the number of
 * rows. 422 `export-too-large` above 50,000 rows, 429 `files-busy`.
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
  const format = sheetFormat(params);
  const { rows: chosen, allSeenAt } = chosenIn(params);
  const isChosen = chosen.length > 0 && allSeenAt === null;
  const query = isChosen
    ? onlyRows(
        readListQuery(of, params),
        chosen.map((row) => row.split(':')[0]!),
      )
    : readListQuery(of, params);
  const records = await source.all(actor, query, EXPORT_MOST_ROWS + 1, actions);
  if (records.length > EXPORT_MOST_ROWS)
    throw new Refusal('export-too-large', 422, { params: { rows: EXPORT_MOST_ROWS } });
  const columns = shownColumns(of, query).map((name): SheetColumn => ({
    key: name,
    header: reader.t(labels.field(of, name)),
    kind: sheetKind(kindOf(of, name)),
  }));
  const rows = records.map((record) => rowOf(of, columns, record, reader));
  const answer = await sheetResponse(format, reader.t(labels.many(of)), columns, rows);
  await logActivity(actor, {
    event: `${of.name}.exported`,
    subject: of.subject,
    entity: of.name,
    params: { count: rows.length, format, query: askedFor(params), ...(isChosen && { chosen: chosen.length }) },
  });
  return answer;
}

/** The question for the log: what stands in the address, but for the chosen rows. */
function askedFor(params: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...params].filter(([name]) => !['row', 'shown', 'all'].includes(name)));
}

function sheetKind(kind: FieldKind): FieldKind {
  return AS_THEY_ARE.includes(kind) || kind === 'contact-number' ? kind : 'text';
}

function rowOf(
  of: Entity<any, any, any>,
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
