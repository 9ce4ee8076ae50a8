import { v7 as uuid } from 'uuid';
import { withdrawApproval } from '#lib/approvals/approvals.server.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { jsonText } from '#lib/process/database/table.ts';
import { personId, type Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import type { AnyDocument } from '#lib/documents/document.ts';
import type { Proposal, RevisionRow, RevisionStatus } from './revision.ts';
import { openRevision } from './revisions.server.ts';

/** Opens a revision as a draft in which nothing is entered yet. */
export async function beginRevision(
  tx: Tx,
  actor: Actor,
  { docType }: AnyDocument,
  docId: string,
  { revision, reason }: Pick<RevisionRow, 'revision' | 'reason'>,
  { difference, amountCents }: Proposal,
): Promise<void> {
  await tx
    .insertInto('documentRevisions')
    .values({
      id: uuid(),
      docType,
      docId,
      revision,
      reason,
      status: 'draft',
      before: jsonText(difference.before),
      proposed: jsonText(difference.after),
      after: jsonText({}),
      amountCents,
      createdBy: personId(actor),
    })
    .execute();
}

/** The revision that is open on a document, locked; 409 `state-changed` where there is none any more. */
export async function requireOpenRevision(
  of: AnyDocument,
  { id, status }: { id: string; status: string },
  tx: Tx,
): Promise<RevisionRow> {
  const open = await openRevision(of, id, tx);
  if (!open) throw new Refusal('state-changed', 409, { params: { status } });
  return open;
}

/** Stores what the revision would make of the document; `more` are further columns. */
export async function storeProposal(
  tx: Tx,
  { id }: RevisionRow,
  { difference: { before, after, deltaNetCents }, amountCents }: Proposal,
  more: object = {},
): Promise<void> {
  const values = { before: jsonText(before), proposed: jsonText(after), deltaNetCents, amountCents, ...more };
  await tx.updateTable('documentRevisions').set(values).where('id', '=', id).execute();
}

/** Gives a revision its next status; `by` is whoever ended it. */
export async function turnRevision(tx: Tx, { id }: RevisionRow, status: RevisionStatus, by?: Actor): Promise<void> {
  const ended = status === 'issued' || status === 'dropped';
  await tx
    .updateTable('documentRevisions')
    .set({ status, ...(ended && by && { endedAt: new Date().toISOString(), endedBy: personId(by) }) })
    .where('id', '=', id)
    .execute();
}

/** A document that ends takes its open revision with it, and the approval of that. */
export async function dropOpenRevision(tx: Tx, actor: Actor, of: AnyDocument, docId: string): Promise<void> {
  const open = 'amend' in of.acts ? await openRevision(of, docId, tx) : undefined;
  if (!open) return;
  await withdrawApproval(tx, of.docType, docId);
  await turnRevision(tx, open, 'dropped', actor);
}
