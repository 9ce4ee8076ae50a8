import { sql } from 'kysely';
import { db } from '#lib/process/database/database.server.ts';

/** Who returned a document last, and what that person said. */
export interface LastReturn {
  docId: string;
  name: string;
  comment: string | null;
}

/** The last return of each of these documents, by id; one statement, none for no document. The caller has read them. */
export async function lastReturns(docType: string, docIds: readonly string[]): Promise<Map<string, LastReturn>> {
  if (docIds.length === 0) return new Map();
  const { rows } = await sql<LastReturn>`
    select distinct on (t.doc_id) t.doc_id, u.full_name as name, t.comment from approval_tasks t join users u on u.id = t.assignee_id
    where t.doc_type = ${docType} and t.doc_id = any(${docIds}::uuid[]) and t.status = 'returned' order by t.doc_id, t.decided_at desc`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.docId, row]));
}
