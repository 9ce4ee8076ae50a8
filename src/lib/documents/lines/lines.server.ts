import { sql } from 'kysely';
import { snake } from '#lib/values/names.ts';
import { tableOf, titleOf } from '#lib/records/columns.server.ts';
import { Refusal } from '#lib/values/refusal.ts';
import type { Field } from '#lib/values/fields.ts';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import type { LinePlan } from './line-plan.ts';
import type { AnyLines, LineOf, ReadLineOf } from './lines.ts';

/** The lines of a document in their order. The caller has checked that the reader may open it. */
export async function linesOf<L extends AnyLines>(of: L, documentId: string, reader: Db = db): Promise<LineOf<L>[]> {
  const { rows } = await sql<LineOf<L>>`
    select l.* from ${tableOf(of)} l where ${parentOf(of)} = ${documentId} order by l.line_no`.execute(reader);
  return rows;
}

/** The same for people: each line with the `titles` of what it refers to. */
export async function readLines<L extends AnyLines>(
  of: L,
  documentId: string,
  reader: Db = db,
): Promise<ReadLineOf<L>[]> {
  const { rows } = await sql<ReadLineOf<L>>`
    select l.*, ${titlesIn(of)} as titles from ${tableOf(of)} l where ${parentOf(of)} = ${documentId} order by l.line_no`.execute(
    reader,
  );
  return rows;
}

/**
 * Writes what `planLines` found: what is no longer wanted goes, what differs is changed, what is new is added, in one
 * statement each; every other line stays untouched. The caller has locked the document. 409 `line-in-use` for a line
 * that cannot go because something points at it.
 */
export async function writeLines<L extends AnyLines>(
  tx: Tx,
  of: L,
  documentId: string,
  { added, changed, removed }: LinePlan<L>,
): Promise<void> {
  if (removed.length > 0) await remove(tx, of, removed);
  if (changed.length > 0) await change(tx, of, changed);
  if (added.length > 0) await add(tx, of, documentId, added);
}

/** SQL of the titles by field of a line `l`. */
export function titlesIn(of: AnyLines) {
  const references = Object.entries(of.record.fields).filter(([, { kind }]) => kind === 'reference');
  const named = references.map(
    ([name, { to }]) => sql`${sql.lit(name)}, coalesce(${titleOf(to!, sql.ref(`l.${snake(name)}`))}, '')`,
  );
  return sql<Record<string, string>>`jsonb_build_object(${sql.join(named)})`;
}

async function remove<L extends AnyLines>(tx: Tx, of: L, lines: readonly LineOf<L>[]): Promise<void> {
  try {
    await sql`delete from ${tableOf(of)} where id = any(${lines.map(({ id }) => id)}::uuid[])`.execute(tx);
  } catch (error) {
    throw inUse(error, of, lines) ?? error;
  }
}

/** The refusal that names the line which something still points at; null for any other error. */
function inUse<L extends AnyLines>(error: unknown, of: L, lines: readonly LineOf<L>[]): Refusal | null {
  const { code = '', detail = '' } = error as { code?: string; detail?: string };
  if (code !== '23503' && code !== '23001') return null;
  const line = lines.find(({ id }) => detail.includes(id)) ?? lines[0]!;
  const name = (line as Record<string, unknown>)[of.title];
  return new Refusal('line-in-use', 409, { params: { no: line.lineNo, name } });
}

async function change<L extends AnyLines>(tx: Tx, of: L, lines: readonly LineOf<L>[]): Promise<void> {
  const columns = columnsIn(of, lines);
  const set = columns.map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`);
  await sql`
    update ${tableOf(of)} l set ${sql.join(set)} from jsonb_populate_recordset(null::${tableOf(of)}, ${asRows(lines)}::jsonb) n
    where l.id = n.id`.execute(tx);
}

async function add<L extends AnyLines>(tx: Tx, of: L, documentId: string, lines: readonly LineOf<L>[]): Promise<void> {
  const columns = ['id', snake(of.parent), ...columnsIn(of, lines)].map((name) => sql.ref(name));
  const rows = asRows(lines.map((line) => ({ ...line, [of.parent]: documentId })));
  await sql`
    insert into ${tableOf(of)} (${sql.join(columns)})
    select ${sql.join(columns)} from jsonb_populate_recordset(null::${tableOf(of)}, ${rows}::jsonb)`.execute(tx);
}

/** The columns that these lines say something for; what none of them says is left to the table. */
function columnsIn<L extends AnyLines>(of: L, lines: readonly LineOf<L>[]): string[] {
  const names = Object.keys(of.record.fields as Record<string, Field>);
  return names.filter((name) => lines.some((line) => name in line)).map(snake);
}

function asRows(lines: readonly object[]): string {
  return JSON.stringify(
    lines.map((line) => Object.fromEntries(Object.entries(line).map(([name, value]) => [snake(name), value]))),
  );
}

const parentOf = (of: AnyLines) => sql.ref(`l.${snake(of.parent)}`);
