import { sql } from 'kysely';
import { validate } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import type { AnyEntity } from '#lib/records/entity.ts';
import { Refusal, notFound } from '#lib/values/refusal.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import type { Mapping } from './import-columns.server.ts';

/** An import between its steps: the table that was sent, what its columns fill, and what became of it. */
export interface ImportRow {
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

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    imports: Table<ImportRow, 'state' | 'recordIds' | 'createdAt', 'rows' | 'mapping'>;
  }
}

/** What can be imported: the operation that creates one record, with an option for a dry run. */
export interface Importing {
  of: AnyEntity;
  make(actor: Actor, input: unknown, how: WriteOptions): Promise<Record<string, any>>;
  /** Values where the file says nothing, as the form has them before anything is typed. */
  usual?: Record<string, unknown>;
  /** Takes back what making them left in other tables, before the records are removed again. */
  unmake?(tx: Tx, ids: readonly string[]): Promise<void>;
}

/** Days after which an import that was not gone through with, or can hardly be taken back any more, is forgotten. */
const PREVIEWED_DAYS = 1;
const DONE_DAYS = 90;

/** A finished import of the actor, for its result page. */
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
export async function deleteOldImports(): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from imports where created_at < now() - case when state = 'previewed' then ${PREVIEWED_DAYS}::int else ${DONE_DAYS}::int end * interval '1 day'`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** An import of the actor's own in that state, locked; 404 for any other, 409 `import-finished` in another state. */
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
