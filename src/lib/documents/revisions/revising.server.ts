import { v7 as uuid } from 'uuid';
import { startApproval, withdrawApproval } from '#lib/approvals/approvals.server.ts';
import { notifyAsked } from '#lib/approvals/approval-notices.server.ts';
import type { Decision } from '#lib/approvals/instance.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { inTransaction, type Tx } from '#lib/process/database/database.server.ts';
import { jsonText } from '#lib/process/database/table.ts';
import { personId, type Actor } from '#lib/values/actor.ts';
import { Refusal } from '#lib/values/refusal.ts';
import { requireAct, rightsIn } from '#lib/documents/acts.server.ts';
import { decideOn } from '#lib/documents/decide-on.server.ts';
import type { AnyDocument } from '#lib/documents/document.ts';
import { reasonFor, type Operation, type RowOfDocument, type StoreOf } from '#lib/documents/life-rules.ts';
import { storePrintAfterApproval } from '#lib/documents/prints/stored-prints.server.ts';
import type { AmendRules } from './amend-rules.ts';
import { enteredIn, revisionAsked } from './revision-asked.server.ts';
import { isChange, type Proposal, type RevisionRow, type RevisionStatus } from './revision.ts';
import { isWaiting, openRevision } from './revisions.server.ts';

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
  const { show } = documents.options.rights;
  type Work = (row: Row, tx: Tx, params: Record<string, unknown>) => Promise<void>;

  /** An act on the revision: the document is locked and gets a new version, and its log an entry. */
  const acted = (act: string, event: string, actor: Actor, seen: ShownVersion, within: Tx | undefined, work: Work) => {
    const params: Record<string, unknown> = {};
    const locked = async (row: Row, tx: Tx) => {
      Object.assign(params, await requireAct(actor, of, act, row, tx));
      await work(row, tx, params);
    };
    const actions = rightsIn(of.acts[act]!.may);
    return documents.update(actor, seen, {}, locked, {
      tx: within,
      event,
      params,
      actions,
    }) as Promise<Row>;
  };

  const amend: Operation<Row> = (actor, seen, input, within) =>
    acted('amend', 'amend', actor, seen, within, async (row, tx, params) => {
      const reason = reasonFor(of.acts['amend']!, row, input, params)!;
      const { difference, amountCents } = await rules.propose(tx, actor, row, {});
      const revision = row['revision'] + 1;
      params['revision'] = revision;
      await tx
        .insertInto('documentRevisions')
        .values({
          id: uuid(),
          docType,
          docId: row.id,
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
    });

  /** Takes an input over into the draft: what it does not name stays as it was entered before. */
  const changeRevision: Operation<Row> = (actor, seen, input, within) =>
    acted('changeRevision', 'revision-changed', actor, seen, within, async (row, tx, params) => {
      const open = await opened(row, tx);
      const after = { ...open.after, ...enteredIn(of, (input ?? {}) as Record<string, unknown>) };
      params['revision'] = open.revision;
      await storeProposal(tx, open, await rules.propose(tx, actor, row, after), { after: JSON.stringify(after) });
    });

  const sendRevision: Operation<Row> = (actor, seen, _input, within) =>
    inTransaction(within, async (tx) => {
      let issues: RevisionRow | undefined;
      const row = await acted('sendRevision', 'revision-sent', actor, seen, tx, async (before, own, params) => {
        const open = await opened(before, own);
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
      return issues ? issue(tx, actor, row, issues, { actions: rightsIn(of.acts['sendRevision']!.may) }) : row;
    });

  const withdrawRevision: Operation<Row> = (actor, seen, _input, within) =>
    acted('withdrawRevision', 'revision-withdrawn', actor, seen, within, async (row, tx, params) => {
      const open = await opened(row, tx);
      params['revision'] = open.revision;
      await withdrawApproval(tx, docType, row.id);
      await turn(tx, open, 'draft');
    });

  /** Nothing changes; the revision is stored as cancelled. */
  const dropRevision: Operation<Row> = (actor, seen, _input, within) =>
    acted('dropRevision', 'revision-dropped', actor, seen, within, async (row, tx, params) => {
      const open = await opened(row, tx);
      params['revision'] = open.revision;
      await withdrawApproval(tx, docType, row.id);
      await turn(tx, open, 'dropped', actor);
    });

  /** Whoever is asked decides on the difference: the last yes issues it, a return makes it a draft again, a no drops it. */
  const onRevision = decideOn(of, documents, {
    events: { approved: 'revision-approved', returned: 'revision-returned', rejected: 'revision-rejected' },
    write: (actor, seen, _decision, decide, entry) =>
      documents.update(actor, seen, {}, decide, Object.assign(entry, { actions: show })) as Promise<Row>,
    async decided(actor, row, decision, _isLast, { tx, params }) {
      const open = await opened(row, tx);
      params['revision'] = open.revision;
      if (decision !== 'approved') await turn(tx, open, decision === 'returned' ? 'draft' : 'dropped', actor);
    },
    async takeEffect(actor, row, { tx, onBehalfOf }) {
      return { row: await issue(tx, actor, row, await opened(row, tx), { actions: show, onBehalfOf }), isTold: false };
    },
  });

  const decided =
    (decision: Decision, onDocument: Operation<Row>): Operation<Row> =>
    async (actor, seen, input) => {
      const decide = (await isWaiting(of, seen.id)) ? onRevision(decision) : onDocument;
      return decide(actor, seen, input);
    };

  /** The revision comes into force: its input is checked once more and applied, lines keep their ids, the number stays. */
  async function issue(
    tx: Tx,
    actor: Actor,
    row: Row,
    open: RevisionRow,
    how: { actions: readonly string[]; onBehalfOf?: string | null | undefined },
  ): Promise<Row> {
    const { difference } = await rules.propose(tx, actor, row, open.after);
    const { revision, reason } = open;
    const issued = await rules.apply(actor, row, open.after, {
      ...how,
      tx,
      event: 'revision-issued',
      params: { revision, reason },
      values: { revision },
      afterCommit: () => storePrintAfterApproval(docType, row.id),
    });
    await turn(tx, open, 'issued', actor);
    await rules.issued?.(tx, actor, issued, difference);
    return issued;
  }

  async function opened({ id, status }: Row, tx: Tx): Promise<RevisionRow> {
    const open = await openRevision(of, id, tx);
    if (!open) throw new Refusal('state-changed', 409, { params: { status } });
    return open;
  }

  return { acts: { amend, changeRevision, sendRevision, withdrawRevision, dropRevision }, decided };
}

async function storeProposal(
  tx: Tx,
  { id }: RevisionRow,
  { difference: { before, after, deltaNetCents }, amountCents }: Proposal,
  more: object = {},
): Promise<void> {
  const values = {
    before: jsonText(before),
    proposed: jsonText(after),
    deltaNetCents,
    amountCents,
    ...more,
  };
  await tx.updateTable('documentRevisions').set(values).where('id', '=', id).execute();
}

async function turn(tx: Tx, { id }: RevisionRow, status: RevisionStatus, by?: Actor): Promise<void> {
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
  await turn(tx, open, 'dropped', actor);
}
