import { startApproval, withdrawApproval } from '#lib/approvals/approvals.server.ts';
import { notifyAsked } from '#lib/approvals/approval-notices.server.ts';
import type { Decision } from '#lib/approvals/instance.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { inTransaction, type Tx } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { requireAct, rightsIn } from '#lib/documents/acts.server.ts';
import type { AnyDocument } from '#lib/documents/document.ts';
import { reasonFor, type Operation, type RowOfDocument, type StoreOf } from '#lib/documents/life-rules.ts';
import type { AmendRules } from './amend-rules.ts';
import { decidingOnRevision, issueRevision } from './issuing.server.ts';
import { enteredIn, revisionAsked } from './revision-asked.server.ts';
import { isChange, type RevisionRow } from './revision.ts';
import { beginRevision, requireOpenRevision, storeProposal, turnRevision } from './revision-rows.server.ts';
import { isWaiting } from './revisions.server.ts';

export interface Revising<R> {
  /** By the names of `amendmentActs`. */
  acts: Record<string, Operation<R>>;
  /** A decision on the revision that waits; on the document itself where none does. */
  decided(decision: Decision, onDocument: Operation<R>): Operation<R>;
}

/**
 * Revisions of one kind of document in force (model of purchasing, 1.6 amendment). The document stays as it is until the
 * revision is issued: at once where its difference needs no approval, else by the last yes. Every operation locks the
 * document, asks right and state itself, and leaves its entry in the document's log. 409 `revision-open`, `nothing-changed`.
 */
export function revisingOf<D extends AnyDocument>(
  of: D,
  documents: StoreOf<D>,
  rules: AmendRules<RowOfDocument<D>>,
): Revising<RowOfDocument<D>> {
  type Row = RowOfDocument<D>;
  const { docType } = of;
  const onRevision = decidingOnRevision(of, documents, rules);
  type Work = (row: Row, tx: Tx, params: Record<string, unknown>) => Promise<void>;

  /** An act on the revision: the document is locked and gets a new version, and its log an entry. */
  const acted = (act: string, event: string, actor: Actor, seen: ShownVersion, within: Tx | undefined, work: Work) => {
    const params: Record<string, unknown> = {};
    const locked = async (row: Row, tx: Tx) => {
      Object.assign(params, await requireAct(actor, of, act, row, tx));
      await work(row, tx, params);
    };
    const actions = rightsIn(of.acts[act]!.may);
    return documents.update(actor, seen, {}, locked, { tx: within, event, params, actions }) as Promise<Row>;
  };

  const amend: Operation<Row> = (actor, seen, input, within) =>
    acted('amend', 'amend', actor, seen, within, async (row, tx, params) => {
      const reason = reasonFor(of.acts['amend']!, row, input, params)!;
      const proposal = await rules.propose(tx, actor, row, {});
      const revision = row['revision'] + 1;
      params['revision'] = revision;
      await beginRevision(tx, actor, of, row.id, { revision, reason }, proposal);
    });

  /** Takes an input over into the draft: what it does not name stays as it was entered before. */
  const changeRevision: Operation<Row> = (actor, seen, input, within) =>
    acted('changeRevision', 'revision-changed', actor, seen, within, async (row, tx, params) => {
      const open = await requireOpenRevision(of, row, tx);
      const after = { ...open.after, ...enteredIn(of, (input ?? {}) as Record<string, unknown>) };
      params['revision'] = open.revision;
      await storeProposal(tx, open, await rules.propose(tx, actor, row, after), { after: JSON.stringify(after) });
    });

  const sendRevision: Operation<Row> = (actor, seen, _input, within) =>
    inTransaction(within, async (tx) => {
      let issues: RevisionRow | undefined;
      const row = await acted('sendRevision', 'revision-sent', actor, seen, tx, async (before, own, params) => {
        const open = await requireOpenRevision(of, before, own);
        const proposal = await rules.propose(own, actor, before, open.after);
        if (!isChange(proposal.difference)) throw new Refusal('nothing-changed', 409);
        params['revision'] = open.revision;
        await storeProposal(own, open, proposal);
        if (!rules.needsApproval(proposal.difference, before)) {
          issues = open;
          return;
        }
        await storeProposal(own, open, proposal, { status: 'pending-approval' });
        await startApproval(own, {
          ...(await revisionAsked(own, actor, of, before, rules, proposal)),
          docId: before.id,
          revision: open.revision,
          snapshot: proposal.difference.after,
        });
      });
      await notifyAsked(tx, docType, row.id);
      const actions = rightsIn(of.acts['sendRevision']!.may);
      return issues ? issueRevision(tx, actor, of, rules, row, issues, { actions }) : row;
    });

  const withdrawRevision: Operation<Row> = (actor, seen, _input, within) =>
    acted('withdrawRevision', 'revision-withdrawn', actor, seen, within, async (row, tx, params) => {
      const open = await requireOpenRevision(of, row, tx);
      params['revision'] = open.revision;
      await withdrawApproval(tx, docType, row.id);
      await turnRevision(tx, open, 'draft');
    });

  /** Nothing changes; the revision is stored as cancelled. */
  const dropRevision: Operation<Row> = (actor, seen, _input, within) =>
    acted('dropRevision', 'revision-dropped', actor, seen, within, async (row, tx, params) => {
      const open = await requireOpenRevision(of, row, tx);
      params['revision'] = open.revision;
      await withdrawApproval(tx, docType, row.id);
      await turnRevision(tx, open, 'dropped', actor);
    });

  const decided =
    (decision: Decision, onDocument: Operation<Row>): Operation<Row> =>
    async (actor, seen, input) => {
      const decide = (await isWaiting(of, seen.id)) ? onRevision(decision) : onDocument;
      return decide(actor, seen, input);
    };

  return { acts: { amend, changeRevision, sendRevision, withdrawRevision, dropRevision }, decided };
}
