/** Who may add, share and remove the files of a document: the rules once, for its page and for the files' own addresses. */
import { sql } from 'kysely';
import { tableOf } from '#lib/records/columns.server.ts';
import { db, type Tx } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { actsOn, type AllowedAct } from './acts.server.ts';
import { waitsForActor } from './asked.server.ts';
import { formStatuses, type AnyDocument } from './document.ts';

/** What of the document and of somebody decides whether they may add files. */
interface Holder {
  status: string;
  /** Whether they may change the document, now or in another state of it. */
  edits: boolean;
  /** Whether a decision of it waits for them. */
  isAsked: boolean;
}

/** Whether somebody may add files: people who may change the document, until it is final, and its current approvers. */
export const takesFiles = (of: AnyDocument, { status, edits, isAsked }: Holder): boolean =>
  isAsked || (edits && !of.final.includes(status));

/**
 * Whether files may be taken away: what approvers were shown stays, from the first sending on but while its whole form
 * may be changed and nobody holds it.
 */
export const givesFiles = (of: AnyDocument, { status, onHold }: { status: string; onHold: boolean }): boolean =>
  formStatuses(of).includes(status) && !onHold;

/** Whether these acts of somebody hold the one that changes the document. */
export const editsBy = (acts: readonly AllowedAct[]): boolean => acts.some(({ act }) => act === 'edit');

export async function mayAttachTo(of: AnyDocument, actor: Actor, id: string): Promise<boolean> {
  const holder = await holderOf(of, actor, id);
  return holder !== null && takesFiles(of, holder);
}

/**
 * Whether the actor may read confidential files and give files to others: the same people, also when it has come to its
 * end.
 */
export async function mayShareFilesOf(of: AnyDocument, actor: Actor, id: string): Promise<boolean> {
  const holder = await holderOf(of, actor, id);
  return holder !== null && (holder.edits || holder.isAsked);
}

/**
 * Whether files may be taken away (`givesFiles`). In a transaction it stays so until that ends: sending the document
 * waits, and then misses what was taken away.
 */
export async function mayDetachFrom(of: AnyDocument, id: string, tx?: Tx): Promise<boolean> {
  const { rows } = await sql<{ status: string; onHold: boolean }>`
    select status, on_hold from ${tableOf(of)} where id = ${id} ${tx ? sql`for share` : sql``}`.execute(tx ?? db);
  return rows.length > 0 && givesFiles(of, rows[0]!);
}

/** The actor as far as the files of the document go; null where there is no such document. Two statements. */
async function holderOf(of: AnyDocument, actor: Actor, id: string): Promise<Holder | null> {
  const [acts, { rows }] = await Promise.all([
    actsOn(actor, of, id),
    sql<Omit<Holder, 'edits'>>`
      select status, ${waitsForActor(of, actor)} as is_asked from ${tableOf(of)} where id = ${id}`.execute(db),
  ]);
  return rows[0] ? { ...rows[0], edits: editsBy(acts) } : null;
}
