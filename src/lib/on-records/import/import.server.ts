import { v7 as uuid } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { db, transaction } from '#lib/process/database/database.server.ts';
import { jsonText } from '#lib/process/database/table.ts';
import { fileTurn } from '#lib/process/files/file-turns.server.ts';
import { chosenMapping, guessMapping, type Mapping } from './import-columns.server.ts';
import { makeRecords, type RowFault } from './import-making.server.ts';
import { ownImport, type Importing, type ImportRow } from './stored-import.server.ts';
import { readSpreadsheet } from '#lib/process/spreadsheets/spreadsheet-reading.server.ts';

export interface ImportPreview {
  id: string;
  fileName: string;
  header: string[];
  mapping: Mapping;
  /** Rows of the file, and how many of them could become records as they are. */
  total: number;
  good: number;
  faults: RowFault[];
  sample: string[][];
}

const SAMPLE = 5;
/**
 * Takes a spreadsheet in and tries all of it without keeping anything: what each column fills, and what is wrong in which
 * row. This and the two steps after it hold the whole table and take turns (429 `files-busy`).
 */
export function previewImport(actor: Actor, importing: Importing, file: File): Promise<ImportPreview> {
  return fileTurn(actor, () => takeIn(actor, importing, file));
}

async function takeIn(actor: Actor, importing: Importing, file: File): Promise<ImportPreview> {
  const { header, rows, rowNumbers } = await readSpreadsheet(new Uint8Array(await file.arrayBuffer()), file.name);
  if (rows.length === 0) throw new Refusal('import-without-rows');
  const values = {
    id: uuid(),
    entity: importing.of.name,
    fileName: file.name.slice(0, 255),
    header,
    rows: jsonText(rows),
    rowNumbers,
    mapping: jsonText(guessMapping(importing.of, header)),
    createdBy: actor.id,
  };
  const kept = await db.insertInto('imports').values(values).returningAll().executeTakeFirstOrThrow();
  return tryOut(actor, importing, kept);
}

/** The same file again with other columns: `chosen` names the field of each column, '' leaves it out. */
export function mapImport(
  actor: Actor,
  importing: Importing,
  id: string,
  chosen: readonly unknown[],
): Promise<ImportPreview> {
  return fileTurn(actor, async () => {
    const known = await ownImport(db, actor, importing, id, 'previewed');
    const mapping = jsonText(chosenMapping(importing.of, chosen, known.header.length));
    const kept = await db
      .updateTable('imports')
      .set({ mapping })
      .where('id', '=', known.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return tryOut(actor, importing, kept);
  });
}

/**
 * Makes the records, all in one transaction. With faulty rows it refuses (422 `import-has-faults`), unless they are to
 * be left out. Gives how many were made.
 */
export function runImport(
  actor: Actor,
  importing: Importing,
  id: string,
  leaveOutFaulty: boolean,
): Promise<{ made: number }> {
  return fileTurn(actor, () =>
    transaction(async (tx) => {
      const kept = await ownImport(tx, actor, importing, id, 'previewed');
      const { made, faulty } = await makeRecords(tx, actor, importing, kept, false);
      if (faulty.length > 0 && !leaveOutFaulty)
        throw new Refusal('import-has-faults', 422, { params: { count: faulty.length } });
      await tx
        .updateTable('imports')
        .set({ state: 'done', rows: jsonText([]), recordIds: made, doneAt: new Date().toISOString() })
        .where('id', '=', id)
        .execute();
      await logActivity(
        actor,
        {
          event: `${importing.of.name}.imported`,
          subject: importing.of.subject,
          entity: importing.of.name,
          params: { count: made.length, file: kept.fileName, importId: id },
        },
        tx,
      );
      return { made: made.length };
    }),
  );
}

class Trial extends Error {}

/** A real run that is always rolled back, so that it finds what only the database knows. */
async function tryOut(actor: Actor, importing: Importing, kept: ImportRow): Promise<ImportPreview> {
  const { id, fileName, header, mapping, rows } = kept;
  let faulty: RowFault[][] = [];
  await transaction(async (tx) => {
    faulty = (await makeRecords(tx, actor, importing, kept, true)).faulty;
    throw new Trial();
  }).catch((error: unknown) => {
    if (!(error instanceof Trial)) throw error;
  });
  return {
    id,
    fileName,
    header,
    mapping,
    total: rows.length,
    good: rows.length - faulty.length,
    faults: faulty.flat(),
    sample: rows.slice(0, SAMPLE),
  };
}
