import type { Decision } from '#lib/approvals/instance.ts';
import type { Tx } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { decideOn } from '#lib/documents/decide-on.server.ts';
import type { AnyDocument } from '#lib/documents/document.ts';
import type { Operation, RowOfDocument, StoreOf } from '#lib/documents/life-rules.ts';
import { storePrintAfterApproval } from '#lib/documents/prints/stored-prints.server.ts';
import type { AmendRules } from './amend-rules.ts';
import type { RevisionRow } from './revision.ts';
import { requireOpenRevision, turnRevision } from './revision-rows.server.ts';

/** By which rights the document is reached, and in whose name it is issued. */
interface Issuing {
  actions: readonly string[];
  onBehalfOf?: string | null | undefined;
}

/** Brings a revision into force: its input is checked once more and applied, lines keep their ids, the number stays. */
export async function issueRevision<D extends AnyDocument>(
  tx: Tx,
  actor: Actor,
  of: D,
  rules: AmendRules<RowOfDocument<D>>,
  row: RowOfDocument<D>,
  open: RevisionRow,
  how: Issuing,
): Promise<RowOfDocument<D>> {
  const { difference } = await rules.propose(tx, actor, row, open.after);
  const { revision, reason } = open;
  const issued = await rules.apply(actor, row, open.after, {
    ...how,
    tx,
    event: 'revision-issued',
    params: { revision, reason },
    values: { revision },
    afterCommit: () => storePrintAfterApproval(of.docType, row.id),
  });
  await turnRevision(tx, open, 'issued', actor);
  await rules.issued?.(tx, actor, issued, difference);
  return issued;
}

/** Whoever is asked decides on the difference: the last yes issues it, a return makes it a draft again, a no drops it. */
export function decidingOnRevision<D extends AnyDocument>(
  of: D,
  documents: StoreOf<D>,
  rules: AmendRules<RowOfDocument<D>>,
): (decision: Decision) => Operation<RowOfDocument<D>> {
  type Row = RowOfDocument<D>;
  const { show: actions } = documents.options.rights;
  return decideOn(of, documents, {
    events: { approved: 'revision-approved', returned: 'revision-returned', rejected: 'revision-rejected' },
    write: (actor, seen, _decision, decide, entry) =>
      documents.update(actor, seen, {}, decide, Object.assign(entry, { actions })) as Promise<Row>,
    async decided(actor, row, decision, _isLast, { tx, params }) {
      const open = await requireOpenRevision(of, row, tx);
      params['revision'] = open.revision;
      if (decision !== 'approved') await turnRevision(tx, open, decision === 'returned' ? 'draft' : 'dropped', actor);
    },
    async takeEffect(actor, row, { tx, onBehalfOf }) {
      const open = await requireOpenRevision(of, row, tx);
      return { row: await issueRevision(tx, actor, of, rules, row, open, { actions, onBehalfOf }), isTold: false };
    },
  });
}
