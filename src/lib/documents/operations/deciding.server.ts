import type { Decision } from '#lib/approvals/instance.ts';
import { DECISION_ACTS, DECISION_EVENTS } from '#lib/approvals/decision-entry.ts';
import { decideOn } from '../decide-on.server.ts';
import type { AnyDocument } from '../document.ts';
import type { Moves } from './ends.server.ts';
import type { LifeRules, Operation, RowOfDocument, StoreOf } from '../life-rules.ts';
import { storePrintAfterApproval } from '../prints/stored-prints.server.ts';

/**
 * Deciding on one kind of document (model of purchasing, 0.6): people with an open task may, by the task and not by a
 * right. An approver may refuse a part of it; the last approval takes effect in the same transaction, and its print is
 * stored once all of it has committed.
 */
export function decidingOf<D extends AnyDocument>(
  of: D,
  documents: StoreOf<D>,
  rules: LifeRules<RowOfDocument<D>>,
  { transition }: Pick<Moves<RowOfDocument<D>>, 'transition'>,
): (decision: Decision) => Operation<RowOfDocument<D>> {
  return decideOn(of, documents, {
    events: DECISION_EVENTS,
    tellsSender: rules.tellsSender,
    part: (tx, row, entered) => rules.part?.(tx, row, entered),
    write: (actor, seen, decision, decide, entry) =>
      transition(DECISION_ACTS[decision], actor, seen, decide, Object.assign(entry, { unasked: true })),
    async decided(actor, row, _decision, isLast, { tx }) {
      if (isLast) await rules.beforeLast?.(tx, actor, row);
    },
    async takeEffect(actor, row, { tx, onBehalfOf }) {
      const approved = await transition('approve', actor, row, undefined, {
        tx,
        unasked: true,
        onBehalfOf,
        afterCommit: ({ id }) => storePrintAfterApproval(of.docType, id),
      });
      return (await rules.approved?.(tx, actor, approved)) ?? { row: approved, isTold: false };
    },
  });
}
