import type { z } from 'zod';
import { decideApproval } from '#lib/approvals/approvals.server.ts';
import type { Decision, Instance } from '#lib/approvals/instance.ts';
import { notifyApprovalEnd, notifyAsked } from '#lib/approvals/approval-notices.server.ts';
import { decidedMeanwhile } from '#lib/approvals/decided-meanwhile.server.ts';
import { DECIDED_BY, DECISION_ACTS, DECISION_EVENTS, stepParams } from '#lib/approvals/decision-entry.ts';
import { watchersWhoMayOpen } from '#lib/on-records/watchers.server.ts';
import { recordKind } from '#lib/records/record-kinds.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { parse } from '#lib/values/parse.ts';
import type { AnyDocument } from '../document.ts';
import { requireApart } from '../duties/duties.server.ts';
import type { Moves } from './ends.server.ts';
import { decisionSchema, type LifeRules, type Operation, type RowOfDocument, type StoreOf } from '../life-rules.ts';
import { storePrintAfterApproval } from '../prints/stored-prints.server.ts';

/**
 * Deciding on one kind of document (model of purchasing, 0.6): people with an open task may, by the task and not by a
 * right. An approver may refuse a part of it; the last approval takes effect in the same transaction. 403, 404, 409
 * `separation-of-duties`, `document-changed`, `decided-meanwhile` when another was faster, 422 without the comment that
 * returning and rejecting need.
 */
export function decidingOf<D extends AnyDocument>(
  of: D,
  documents: StoreOf<D>,
  rules: LifeRules<RowOfDocument<D>>,
  { transition }: Pick<Moves<RowOfDocument<D>>, 'transition'>,
): (decision: Decision) => Operation<RowOfDocument<D>> {
  type Row = RowOfDocument<D>;
  const { docType } = of;

  return (decision) => async (actor, seen, input) => {
    const entered = parse(decisionSchema, input ?? {});
    const watchers = await watchersWhoMayOpen(actor, recordKind(of.name)!, seen.id);
    const written = transaction(async (tx) => {
      await documents.get(actor, seen.id, undefined, tx);
      const { row, ended, onBehalfOf } = await write(tx, actor, seen, decision, entered);
      if (!ended) return row;
      const passed = decision === 'approved' ? await takeEffect(tx, actor, row, onBehalfOf) : { row, isTold: false };
      const instance = rules.tellsSender === false ? { ...ended, senderId: null } : ended;
      if (!passed.isTold) await notifyApprovalEnd(tx, actor, instance, decision, entered.comment, watchers);
      return passed.row;
    });
    return written.catch(async (error: unknown) => {
      throw await decidedMeanwhile(error, actor, docType, seen.id);
    });
  };

  /**
   * Writes the decision to the actor's task, the document and its log, without the part that was refused. `ended` is
   * the approval where it has come to its end.
   */
  async function write(
    tx: Tx,
    actor: Actor,
    seen: ShownVersion,
    decision: Decision,
    entered: z.output<typeof decisionSchema>,
  ): Promise<{ row: Row; ended: Instance | null; onBehalfOf: string | null }> {
    const { comment } = entered;
    const outcome: { ended: Instance | null; onBehalfOf: string | null } = { ended: null, onBehalfOf: null };
    const params: Record<string, unknown> = comment ? { comment } : {};
    const entry: WriteOptions = { tx, event: DECISION_EVENTS[decision], params, also: {}, after: notifyNext };
    const work = async (row: Row): Promise<object | void> => {
      const rest = decision === 'approved' ? ((await rules.part?.(tx, row, entered)) ?? null) : null;
      const document = { docType, docId: row.id, ...(rest && { amended: rest.snapshot }) };
      const { instance, task, ended } = await decideApproval(tx, actor, document, decision, comment);
      if (ended) outcome.ended = instance;
      if (ended === 'approved') await rules.beforeLast?.(tx, actor, row);
      entry.onBehalfOf = outcome.onBehalfOf = task.onBehalfOf;
      const duties = await requireApart(tx, actor, of, DECIDED_BY[decision], instance);
      Object.assign(params, stepParams(actor, instance, task), duties);
      if (!rest) return;
      const { values, also } = await rest.write(tx);
      entry.also = also;
      return values;
    };
    const row = await transition(DECISION_ACTS[decision], actor, seen, work, Object.assign(entry, { unasked: true }));
    return { row, ...outcome };
  }

  /** Whoever is asked next hears of it; the document has its number by now. */
  function notifyNext({ id }: Row, tx: Tx): Promise<void> {
    return notifyAsked(tx, docType, id);
  }

  /** The effect of the last approval; its print is stored once all of it has committed. */
  async function takeEffect(tx: Tx, actor: Actor, row: Row, onBehalfOf: string | null) {
    const approved = await transition('approve', actor, row, undefined, {
      tx,
      unasked: true,
      onBehalfOf,
      afterCommit: ({ id }) => storePrintAfterApproval(docType, id),
    });
    return (await rules.approved?.(tx, actor, approved)) ?? { row: approved, isTold: false };
  }
}
