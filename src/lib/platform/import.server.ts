import { sql } from 'kysely';
import { v7 as uuid, validate } from 'uuid';
import type { Actor } from '#lib/access/actor.ts';
import { logActivity } from '#lib/activity/activity.server.ts';
import type { Entity } from '#lib/kernel/entity.ts';
import { Refusal, notFound, type FieldError } from '#lib/kernel/refusal.ts';
import type { WriteOptions } from '#lib/kernel/store.server.ts';
import { db, transaction, type Db, type Tx } from './database.server.ts';
import { fileTurn } from './file-turns.server.ts';
import { chosenMapping, guessMapping, type Mapping } from './import-columns.server.ts';
import { References } from './import-references.server.ts';
import { readRow } from './import-values.server.ts';
import { readSpreadsheet } from './spreadsheet.server.ts';

interface ImportRow {
  id: string;
  entity: string;
  fileName: string;
  header: string[];
  rows: string[][];
  rowNumbers: number[];
  mapping: Mapping;
  state: 'previewed' | 'done' | 'undone';
  recordIds: string[];
  createdAt: string;
  createdBy: string;
  doneAt: string | null;
}

declare module './database.server.ts' {
  interface Database {
    imports: ImportRow;
  }
}

/** What can be imported: the operation that makes one record, which may be told to do so on trial. */
export interface Importing {
  of: Entity<any, any, any>;
  make(actor: Actor, input: unknown, how: WriteOptions): Promise<Record<string, any>>;
  /** Values where the file says nothing, as the form has them before anything is typed. */
  usual?: Record<string, unknown>;
  /** Takes back what making them left in other tables, before the records are removed again. */
  unmake?(tx: Tx, ids: readonly string[]): Promise<void>;
}

export interface RowFault extends FieldError {
  /** The row's number in the file, as a spreadsheet program counts. */
  row: number;
  /** What stands in the cell. */
  text: string;
}

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
/** Days after which an import that was not gone through with, or can hardly be taken back any more, is forgotten. */
const PREVIEWED_DAYS = 1;
const DONE_DAYS = 90;

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
    rows: JSON.stringify(rows),
    rowNumbers,
    mapping: JSON.stringify(guessMapping(importing.of, header)),
    createdBy: actor.id,
  };
  const kept = await db
    .insertInto('imports')
    .values(values as never)
    .returningAll()
    .executeTakeFirstOrThrow();
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
    const mapping = JSON.stringify(chosenMapping(importing.of, chosen, known.header.length));
    const kept = await db
      .updateTable('imports')
      .set({ mapping: mapping as never })
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
      const { made, faulty } = await makeAll(tx, actor, importing, kept, false);
      if (faulty.length > 0 && !leaveOutFaulty)
        throw new Refusal('import-has-faults', 422, { params: { count: faulty.length } });
      await tx
        .updateTable('imports')
        .set({ state: 'done', rows: '[]' as never, recordIds: made, doneAt: new Date().toISOString() })
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

/** A finished import of the actor's own, for the page that tells of it. */
export async function finishedImport(
  actor: Actor,
  importing: Importing,
  id: string,
): Promise<{ id: string; fileName: string; made: number; state: string }> {
  if (!validate(id)) throw notFound();
  const found = await db
    .selectFrom('imports')
    .select(['id', 'fileName', 'recordIds', 'state'])
    .where('id', '=', id)
    .where('createdBy', '=', actor.id)
    .where('entity', '=', importing.of.name)
    .where('state', '!=', 'previewed')
    .executeTakeFirst();
  if (!found) throw notFound();
  return { id: found.id, fileName: found.fileName, made: found.recordIds.length, state: found.state };
}

/** Forgets imports that nobody will come back to; how many. */
export async function forgetOldImports(): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from imports where created_at < now() - case when state = 'previewed' then ${PREVIEWED_DAYS}::int else ${DONE_DAYS}::int end * interval '1 day'`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

class Trial extends Error {}

/** A real run that is always rolled back, so that it finds what only the database knows. */
async function tryOut(actor: Actor, importing: Importing, kept: ImportRow): Promise<ImportPreview> {
  const { id, fileName, header, mapping, rows } = kept;
  let faulty: RowFault[][] = [];
  await transaction(async (tx) => {
    faulty = (await makeAll(tx, actor, importing, kept, true)).faulty;
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

async function makeAll(
  tx: Tx,
  actor: Actor,
  { of, make, usual = {} }: Importing,
  { rows, rowNumbers, mapping }: ImportRow,
  trial: boolean,
): Promise<{ made: string[]; faulty: RowFault[][] }> {
  const references = await References.of(
    tx,
    of,
    mapping.filter((name) => name !== null),
  );
  const made: string[] = [];
  const faulty: RowFault[][] = [];
  for (const [at, cells] of rows.entries()) {
    const { input, faults } = readRow(of, mapping, cells, references, actor.language ?? 'en');
    const refused = await withSavepoint(tx, async () => {
      const record = await make(actor, completed(input, usual), { tx, trial });
      if (faults.length > 0) throw new Refusal('invalid-input', 422, { errors: faults });
      references.add(of, record);
      made.push(String(record['id']));
    });
    if (refused)
      faulty.push(
        faultsOf(refused, faults).map((fault) => ({
          ...fault,
          row: rowNumbers[at]!,
          text: cells[mapping.indexOf(fieldOf(fault))] ?? '',
        })),
      );
  }
  return { made, faulty };
}

/** Faults of single cells say more than what follows from them at the same field. */
function faultsOf(refused: Refusal, ofCells: FieldError[]): FieldError[] {
  const paths = new Set(ofCells.map(({ path }) => path));
  const others = refused.errors.filter((fault) => !paths.has(fieldOf(fault)));
  return refused.errors.length > 0
    ? [...ofCells, ...others]
    : [...ofCells, { path: '', code: refused.code, params: refused.details.params }];
}

/** The field of a fault; one of several in a cell is 'roleIds.1'. */
const fieldOf = ({ path }: FieldError) => path.split('.')[0]!;

function completed(input: Record<string, unknown>, usual: Record<string, unknown>): Record<string, unknown> {
  const missing = Object.entries(usual).filter(([name]) => (input[name] ?? '') === '');
  return { ...input, ...Object.fromEntries(missing) };
}

/** The refusal that undid the work, or null when it stands. */
async function withSavepoint(tx: Tx, work: () => Promise<void>): Promise<Refusal | null> {
  await sql`savepoint import_row`.execute(tx);
  try {
    await work();
    await sql`release savepoint import_row`.execute(tx);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 403) throw error;
    await sql`rollback to savepoint import_row`.execute(tx);
    return error;
  }
}

export async function ownImport(
  reader: Db,
  actor: Actor,
  { of }: Importing,
  id: string,
  state: ImportRow['state'],
): Promise<ImportRow> {
  if (!validate(id)) throw notFound();
  const found = await reader
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .where('createdBy', '=', actor.id)
    .where('entity', '=', of.name)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound();
  if (found.state !== state) throw new Refusal('import-finished', 409);
  return found;
}
