import { hasDecision, startApproval, withdrawApproval } from '#lib/approvals/approvals.server.ts';
import { notifyAsked } from '#lib/approvals/approval-notices.server.ts';
import { issueNumber } from '#lib/numbering/numbering.server.ts';
import { inTransaction, type Tx } from '#lib/process/database/database.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import { personId } from '#lib/values/actor.ts';
import { instantNow } from '#lib/values/time.ts';
import { requireAct, rightsIn } from '../acts.server.ts';
import type { AnyDocument } from '../document.ts';
import { apartOf } from '../duties/duties.server.ts';
import type { LifeRules, Operation, RowOfDocument, StoreOf } from '../life-rules.ts';
import type { Moves } from './ends.server.ts';

/** How one kind of document is sent for approval and taken back (model of purchasing, 0.6). */
export function sendingOf<D extends AnyDocument>(
  of: D,
  documents: StoreOf<D>,
  rules: LifeRules<RowOfDocument<D>>,
  { transition, ask }: Moves<RowOfDocument<D>>,
) {
  type Row = RowOfDocument<D>;
  const { docType } = of;
  /** Notifies the current approvers: the document has its number by now. */
  const askedHear = ({ id }: Row, tx: Tx): Promise<void> => notifyAsked(tx, docType, id);

  /**
   * Sends the document for approval: checked whole, numbered, frozen for its approvers, the first of whom are asked. Every
   * fault is named at once (422); 409 `no-approval-policy` or `nobody-to-approve`.
   */
  const submit: Operation<Row> = (actor, seen, _input, within) => {
    const told: WriteOptions = { tx: within, params: {}, after: askedHear };
    return transition(
      'submit',
      actor,
      seen,
      async (row, tx) => {
        const duties = await requireAct(actor, of, 'submit', row, tx);
        const { values = {}, asked, snapshot } = await rules.send(tx, actor, row);
        const again = row.status === 'returned';
        const revision = again ? row['revision'] + 1 : row['revision'];
        Object.assign(told, { event: again ? 'submit-again' : 'submit', params: { revision, ...duties } });
        const apart = await apartOf(tx, of, row.id);
        const question = { senderId: personId(actor), ...asked, apart, docType };
        await startApproval(tx, { ...question, docId: row.id, revision, snapshot });
        return {
          ...values,
          revision,
          submittedAt: instantNow(),
          // Last: the lock on the series is held no longer than it must be.
          number: row['number'] ?? (await issueNumber(tx, docType, row[of.scope!.businessEntity!], row.id)),
        };
      },
      told,
    );
  };

  /** Takes a document back: to draft before the first decision, to returned after it. */
  const withdraw: Operation<Row> = (actor, seen, _input, within) =>
    inTransaction(within, async (tx) => {
      const { status } = await documents.get(actor, seen.id, rightsIn(of.acts['withdraw']!.may), tx);
      const isFresh = of.transitions.withdraw.from.includes(status) && !(await hasDecision(tx, docType, seen.id));
      const params = {};
      const work = async (row: Row) => {
        await ask('withdraw', actor, row, tx, params);
        await withdrawApproval(tx, docType, row.id);
      };
      return transition(isFresh ? 'withdraw' : 'withdrawDecided', actor, seen, work, { tx, event: 'withdraw', params });
    });

  return { submit, withdraw };
}
