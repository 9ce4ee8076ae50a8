import type { Span } from '#lib/approvals/approval-chain.server.ts';
import { db } from '#lib/process/database/database.server.ts';
import type { AnyDocument } from './document.ts';

/**
 * When revisions of a document were written that are not in force: what was sent for approval then is another approval than
 * that of the document. `dropped` leaves out the one that is open, which people read beside it; a print leaves out both.
 */
export async function spansNotInForce(of: AnyDocument, docId: string, which: 'dropped' | 'any'): Promise<Span[]> {
  if (!('amend' in of.acts)) return [];
  return db
    .selectFrom('documentRevisions')
    .select(['createdAt as from', 'endedAt as to'])
    .where('docType', '=', of.docType)
    .where('docId', '=', docId)
    .where('status', 'in', which === 'dropped' ? ['dropped'] : ['dropped', 'draft', 'pending-approval'])
    .execute();
}
