import { sql, type RawBuilder } from 'kysely';
import { validate } from 'uuid';
import { db, type Db, type Tx } from '#lib/process/database/database.server.ts';
import { column } from '#lib/records/columns.server.ts';
import type { Table } from '#lib/process/database/table.ts';
import type { AnyDocument } from '#lib/documents/document.ts';
import type { RevisionRow } from './revision.ts';

declare module '#lib/process/database/database.server.ts' {
  interface Database {
    documentRevisions: Table<RevisionRow, 'createdAt' | 'deltaNetCents', 'before' | 'proposed' | 'after'>;
  }
}

/** A revision as people read it: with the names of who began and who ended it. */
export type ReadRevision = RevisionRow & { createdByName: string | null; endedByName: string | null };

/** The revisions of a document, the newest first. The caller has checked that the reader may open the document. */
export async function revisionsOf(docType: string, docId: string, reader: Db = db): Promise<ReadRevision[]> {
  return reader
    .selectFrom('documentRevisions as r')
    .leftJoin('users as c', 'c.id', 'r.createdBy')
    .leftJoin('users as e', 'e.id', 'r.endedBy')
    .selectAll('r')
    .select(['c.fullName as createdByName', 'e.fullName as endedByName'])
    .where('r.docType', '=', docType)
    .where('r.docId', '=', docId)
    .orderBy('r.createdAt', 'desc')
    .execute();
}

/** The revision that is open on a document, in a transaction locked; undefined when there is none. */
export async function openRevision(of: AnyDocument, docId: string, reader: Db | Tx): Promise<RevisionRow | undefined> {
  const found = reader
    .selectFrom('documentRevisions')
    .selectAll()
    .where('docType', '=', of.docType)
    .where('docId', '=', docId)
    .where('status', 'in', ['draft', 'pending-approval']);
  return (reader === db ? found : found.forUpdate()).executeTakeFirst();
}

/** The revision of a document that approvers decide on now; undefined when there is none. */
export async function waitingRevision(
  of: AnyDocument,
  docId: string,
  reader: Db = db,
): Promise<RevisionRow | undefined> {
  if (!('amend' in of.acts) || !validate(docId)) return undefined;
  return reader
    .selectFrom('documentRevisions')
    .selectAll()
    .where('docType', '=', of.docType)
    .where('docId', '=', docId)
    .where('status', '=', 'pending-approval')
    .executeTakeFirst();
}

/** Whether a revision of the document waits for a decision. */
export const isWaiting = async (of: AnyDocument, docId: string): Promise<boolean> =>
  (await waitingRevision(of, docId)) !== undefined;

/** SQL, in a statement that reads documents: 'draft' or 'pending-approval' of the revision that is open; null for none. */
export function openRevisionStatus(of: AnyDocument): RawBuilder<string | null> {
  return 'amend' in of.acts ? openPart<string | null>(of, 'status') : sql<string | null>`null::text`;
}

/** SQL of the amount that is decided on: that of a revision which waits, else the document's own. */
export function amountDecidedOn(of: AnyDocument, own: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!('amend' in of.acts)) return own;
  return sql`coalesce((select amount_cents from document_revisions where doc_type = ${of.docType} and doc_id = ${column(of, 'id')} and status = 'pending-approval'), ${own})`;
}

const openPart = <T>(of: AnyDocument, name: string): RawBuilder<T> =>
  sql<T>`(select ${sql.ref(name)} from document_revisions where doc_type = ${of.docType} and doc_id = ${column(of, 'id')} and status in ('draft', 'pending-approval'))`;
