import { sql } from 'kysely';
import { entityNamed, type AnyEntity, type Entity } from '#lib/records/entity.ts';
import { tableOf } from '#lib/records/columns.server.ts';
import { snake } from '#lib/values/names.ts';
import type { Field } from '#lib/values/fields.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { nameCell } from './import-columns.server.ts';

/** By what people name a record in a spreadsheet, besides its title. */
const NAMES = ['code', 'shortCode', 'number', 'username', 'email', 'name', 'label'];

/** Records by the words people use for them; two of the same name are `ambiguous`. */
export class References {
  readonly #ids = new Map<string, Map<string, string | 'ambiguous'>>();

  /** Reads what the fields of the import may point to: active records only. */
  static async of(tx: Tx, of: AnyEntity, names: readonly string[]): Promise<References> {
    const read = new References();
    const targets = new Set(names.map((name) => targetOf(of.fields[name] as Field)).filter((to) => to !== undefined));
    for (const target of targets) await read.#read(tx, entityNamed(target));
    return read;
  }

  /** The id of what a cell names, 'ambiguous', or undefined. */
  find(target: string, text: string): string | undefined {
    return this.#ids.get(target)?.get(key(text));
  }

  /** A record the import itself has made, for the rows after it. */
  add(of: AnyEntity, row: Record<string, unknown>): void {
    const known = this.#ids.get(of.name);
    if (!known) return;
    for (const text of wordsFor(of, row)) note(known, text, String(row['id']));
  }

  async #read(tx: Tx, to: Entity): Promise<void> {
    const columns = [...new Set([...(to.title as readonly string[]), ...NAMES.filter((name) => name in to.fields)])];
    const active = to.statuses.includes('active') ? sql`status = 'active'` : sql`true`;
    const { rows } = await sql<Record<string, unknown>>`
      select id, ${sql.join(columns.map((name) => sql.ref(snake(name))))} from ${tableOf(to)} where ${active}`.execute(
      tx,
    );
    const known = new Map<string, string>();
    for (const row of rows) for (const text of wordsFor(to, row)) note(known, text, String(row['id']));
    this.#ids.set(to.name, known);
  }
}

function targetOf(field: Field): string | undefined {
  const cell = field.kind === 'rows' ? nameCell(field) : null;
  return cell ? field.cells![cell]!.to : field.to;
}

function wordsFor(of: AnyEntity, row: Record<string, unknown>): Set<string> {
  const title = (of.title as readonly string[])
    .map((name) => row[name])
    .filter(Boolean)
    .join(' ');
  return new Set(
    [title, ...NAMES.map((name) => row[name])]
      .filter((text) => typeof text === 'string' && text !== '')
      .map((text) => key(text as string)),
  );
}

function note(known: Map<string, string>, text: string, id: string): void {
  known.set(text, known.has(text) && known.get(text) !== id ? 'ambiguous' : id);
}

const key = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
