import { sql } from 'kysely';
import { tableOf } from '#lib/records/columns.server.ts';
import { registerExportDetail, type ExportDetail } from '#lib/records/list/export-detail.ts';
import { sheetColumn, sheetRow } from '#lib/records/list/export.server.ts';
import { labels } from '#lib/records/entity.ts';
import { snake } from '#lib/values/names.ts';
import type { SheetTable } from '#lib/process/spreadsheets/spreadsheet.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import type { AnyDocument } from '../document.ts';
import { documentName } from '../document-name.ts';
import type { AnyLines } from './lines.ts';
import { titlesIn } from './lines.server.ts';

type Line = Record<string, unknown>;

// A list of documents is exported with their lines, each with the number of its document and its own.
registerExportDetail('lines', (of) => {
  const { lines } = of as AnyDocument;
  return lines ? detailOf(of as AnyDocument, lines) : null;
});

function detailOf(of: AnyDocument, lines: AnyLines): ExportDetail {
  const label = labels.many(lines.record);
  return {
    label,
    async table(documents, reader, ceiling): Promise<SheetTable> {
      const names = new Map(documents.map((document) => [document['id'], documentName(of, document)]));
      const stored = await linesOfAll(lines, [...names.keys()] as string[], ceiling);
      const columns = Object.keys(lines.record.fields).map((name) => sheetColumn(lines.record, name, reader));
      const rows = stored.map((line) => ({
        document: names.get(line[lines.parent]),
        ...sheetRow(lines.record, columns, line, reader),
      }));
      const document = { key: 'document', header: reader.t(labels.field(of, 'number')), kind: 'text' as const };
      return { title: reader.t(label), columns: [document, ...columns], rows };
    },
  };
}

/** The lines of these documents, in the order of both. */
async function linesOfAll(of: AnyLines, documentIds: readonly string[], ceiling: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.*, ${titlesIn(of)} as titles from unnest(${documentIds}::uuid[]) with ordinality d (id, at)
    join ${tableOf(of)} l on ${sql.ref(`l.${snake(of.parent)}`)} = d.id order by d.at, l.line_no limit ${ceiling}`.execute(
    db,
  );
  return rows;
}
