import { sql } from 'kysely';
import { validate } from 'uuid';
import type { Actor } from '#lib/values/actor.ts';
import type { AnyEntity } from './entity.ts';
import { column, notDeleted, tableOf } from './columns.server.ts';
import { notFound } from '#lib/values/refusal.ts';
import type { DocType } from '#lib/values/doc-types.ts';
import type { Db, Tx } from '#lib/process/database/database.server.ts';

/** A kind of record on which comments, files and watchers hang, and who reaches one of it. */
export interface RecordKind {
  of: AnyEntity;
  /** Whether the actor may open the record: who may, reads and writes comments, reads files, watches. */
  reaches(actor: Actor, id: string): Promise<boolean>;
  /** Whether the actor may add files; like `reaches` when left out. */
  mayAttach?(actor: Actor, id: string): Promise<boolean>;
  /**
   * Whether the actor may read its confidential files and give files to others, when nothing can be added any more too;
   * like `mayAttach` when left out.
   */
  mayShare?(actor: Actor, id: string): Promise<boolean>;
  /** Whether people who may add files may remove some now, and until the transaction ends; always when left out. */
  mayDetach?(id: string, tx: Tx): Promise<boolean>;
  /** The page that shows the record. */
  path(id: string): string;
  /** The type of its numbers, of a document that has them. */
  docType?: DocType;
}

const kinds = new Map<string, RecordKind>();

/**
 * Called once by each module whose records carry comments or files, when its file is loaded (`lib/modules.server.ts`).
 */
export function registerRecord(kind: RecordKind): void {
  kinds.set(kind.of.name, kind);
}

/** The name of every kind that was registered. */
export const recordKinds = (): string[] => [...kinds.keys()];

/** The kind that was registered under this name; undefined where none was. */
export function recordKind(entity: string): RecordKind | undefined {
  return kinds.get(entity);
}

/** The kind of a record the actor reaches; 404 for a kind nobody registered and for a record out of reach alike. */
export async function readableRecord(actor: Actor, entity: string, id: string): Promise<RecordKind> {
  return (await recordWithin(actor, entity, id)) ?? Promise.reject(notFound());
}

/** The same without a refusal, for lists of what hangs on records: null beyond reach. */
export async function recordWithin(actor: Actor, entity: string, id: string): Promise<RecordKind | null> {
  const kind = kinds.get(entity);
  return kind && validate(id) && (await kind.reaches(actor, id)) ? kind : null;
}

/** Whether the record exists, regardless of the reader; false when it was deleted. */
export async function recordExists(reader: Db, entity: string, id: string): Promise<boolean> {
  const of = kinds.get(entity)?.of;
  if (!of) return false;
  const { rows } = await sql`
    select 1 from ${tableOf(of)} where ${column(of, 'id')} = ${id} and ${notDeleted(of)}`.execute(reader);
  return rows.length > 0;
}

/** The subject of the rights on records of a kind. */
export function subjectOf(entity: string): string {
  return kinds.get(entity)?.of.subject ?? 'Auth';
}

/** The page of a numbered document; null when the actor may not open it. */
export async function documentPath(actor: Actor, docType: DocType, id: string): Promise<string | null> {
  const kind = [...kinds.values()].find((one) => one.docType === docType);
  return kind && (await kind.reaches(actor, id)) ? kind.path(id) : null;
}

/** The kind of the documents that have numbers of this type; undefined where none was registered. */
export function entityOfDocType(docType: string): string | undefined {
  return [...kinds.values()].find((one) => one.docType === docType)?.of.name;
}

/** Whether the actor may add files to a record that he reaches. */
export async function mayAttach(kind: RecordKind, actor: Actor, id: string): Promise<boolean> {
  return kind.mayAttach ? kind.mayAttach(actor, id) : true;
}

/** Whether the actor may read the confidential files of a record that he reaches, and give its files to others. */
export async function mayShare(kind: RecordKind, actor: Actor, id: string): Promise<boolean> {
  return kind.mayShare ? kind.mayShare(actor, id) : mayAttach(kind, actor, id);
}
