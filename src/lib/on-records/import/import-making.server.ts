import { sql } from 'kysely';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal, type FieldError } from '#lib/values/refusal.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { References } from './import-references.server.ts';
import { readRow } from './import-values.server.ts';
import type { Importing, ImportRow } from './stored-import.server.ts';

export interface RowFault extends FieldError {
  /** The row's number in the file, as a spreadsheet program counts. */
  row: number;
  /** The content of the cell. */
  text: string;
}

/**
 * Makes a record of each row, each in a savepoint of its own: the ids of those made, and what is wrong with the others.
 * `trial` is told to whoever makes them.
 */
export async function makeRecords(
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

/** The refusal that rolled back the work, or null when it was committed. */
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
