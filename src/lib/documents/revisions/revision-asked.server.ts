import type { Asked } from '#lib/approvals/policy/policy-choice.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import { personId, type Actor } from '#lib/values/actor.ts';
import type { AnyDocument } from '#lib/documents/document.ts';
import { apartOf } from '#lib/documents/duties/duties.server.ts';
import type { RowOfDocument } from '#lib/documents/life-rules.ts';
import type { AmendRules } from './amend-rules.ts';
import type { Proposal } from './revision.ts';

/** What decides who is asked about a revision: the document with its new total, and nothing of it a second time. */
export async function revisionAsked<D extends AnyDocument>(
  tx: Tx,
  actor: Actor,
  of: D,
  row: RowOfDocument<D>,
  { asked }: AmendRules<RowOfDocument<D>>,
  proposal: Proposal,
): Promise<Asked> {
  return {
    flags: [],
    businessEntityId: row[of.scope!.businessEntity!],
    departmentId: row[of.scope!.department!],
    requesterId: row[of.requester],
    netCents: proposal.netCents,
    ...(await asked?.(tx, row, proposal)),
    senderId: personId(actor),
    apart: await apartOf(tx, of, row.id),
    docType: of.docType,
  };
}

/** What of an input is entered on the form of the document. */
export function enteredIn(of: AnyDocument, input: Record<string, unknown>): Record<string, unknown> {
  const names = [...(of.form as readonly string[]), 'lines'];
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => names.includes(name) && value !== undefined),
  );
}
