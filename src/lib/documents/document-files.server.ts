/** Who may add, share and remove the files of a document. */
import { sql } from 'kysely';
import { tableOf } from '#lib/records/columns.server.ts';
import { db, type Tx } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { actsOn } from './acts.server.ts';
import { waitsForActor } from './asked.server.ts';
import type { AnyDocument } from './document.ts';
import type { Life } from './life.server.ts';

/**
 * Whether the actor may add files: people who may change the document, until it is final, and its current approvers.
 */
export async function mayAttachTo<D extends AnyDocument>({ of }: Life<D>, actor: Actor, id: string): Promise<boolean> {
  const edits = (await actsOn(actor, of, id)).some(({ act }) => act === 'edit');
  const open = edits ? sql<boolean>`status <> all(${of.final}::text[])` : sql<boolean>`false`;
  const { rows } =
    await sql`select 1 from ${tableOf(of)} where id = ${id} and (${open} or ${waitsForActor(of, actor)})`.execute(db);
  return rows.length > 0;
}

/**
 * Whether the actor may read confidential files and give files to others: the same people, also when it has come to its
 * end.
 */
export async function mayShareFilesOf<D extends AnyDocument>(
  { of }: Life<D>,
  actor: Actor,
  id: string,
): Promise<boolean> {
  if ((await actsOn(actor, of, id)).some(({ act }) => act === 'edit')) return true;
  const { rows } = await sql`select 1 from ${tableOf(of)} where id = ${id} and ${waitsForActor(of, actor)}`.execute(db);
  return rows.length > 0;
}

/**
 * Whether files may be taken away: what approvers were shown stays, from the first sending on but while its whole form
 * may be changed and nobody holds it. In a transaction it stays so until that ends: sending the document waits, and
 * then misses what was taken away.
 */
export async function mayDetachFrom(of: AnyDocument, id: string, tx?: Tx): Promise<boolean> {
  const open = of.statuses.filter((status: string) => of.editable?.[status] === 'form');
  const { rows } = await sql`
    select 1 from ${tableOf(of)} where id = ${id} and status = any(${open}::text[]) and not on_hold ${tx ? sql`for share` : sql``}`.execute(
    tx ?? db,
  );
  return rows.length > 0;
}
