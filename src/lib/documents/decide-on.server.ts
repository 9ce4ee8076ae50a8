import type { z } from 'zod';
import { decideApproval } from '#lib/approvals/approvals.server.ts';
import { notifyApprovalEnd, notifyAsked } from '#lib/approvals/approval-notices.server.ts';
import { decidedMeanwhile } from '#lib/approvals/decided-meanwhile.server.ts';
import { DECIDED_BY, stepParams } from '#lib/approvals/decision-entry.ts';
import type { Decision, Instance } from '#lib/approvals/instance.ts';
import { watchersWhoMayOpen } from '#lib/on-records/watchers.server.ts';
import { recordKind } from '#lib/records/record-kinds.server.ts';
import type { WriteOptions } from '#lib/records/store-writing.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { transaction, type Tx } from '#lib/process/database/database.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { parse } from '#lib/values/parse.ts';
import type { AnyDocument } from './document.ts';
import { requireApart } from './duties/duties.server.ts';
import { decisionSchema, type Operation, type Rest, type RowOfDocument, type StoreOf } from './life-rules.ts';

/** The entry of a decision in the log of its document, while it is written. */
export type DecisionEntry = WriteOptions & { tx: Tx; params: Record<string, unknown> };

/** What differs between deciding on a document and on a revision of it. */
export interface DecidedOn<R> {
  /** The log's events. */
  events: Record<Decision, string>;
  /** What a yes leaves where the approver refuses a part; null for a decision on the whole. */
  part?(tx: Tx, row: R, entered: z.output<typeof decisionSchema>): Promise<Rest | null> | undefined;
  /** Writes the document with the decision, and the entry; `decide` is called with the row locked. */
  write(
    actor: Actor,
    seen: ShownVersion,
    decision: Decision,
    decide: (row: R) => Promise<object | void>,
    entry: DecisionEntry,
  ): Promise<R>;
  /** With the decision in the actor's task; `isLast` for the last yes. */
  decided?(actor: Actor, row: R, decision: Decision, isLast: boolean, entry: DecisionEntry): Promise<void>;
  /** The effect of the last yes; `isTold` when the requester has been notified by it. */
  takeEffect(actor: Actor, row: R, entry: DecisionEntry): Promise<{ row: R; isTold: boolean }>;
  /** Whether the sender, and not only the requester, is notified of the end; true when left out. */
  tellsSender?: boolean | undefined;
}

/**
 * A decision by the actor's open task: in the task, the document and its log at once; whoever is asked next is notified,
 * and at the end the requester. 403, 404, 409 `separation-of-duties`, `document-changed`, `decided-meanwhile` when another
 * was faster, 422 without the comment that returning and rejecting need.
 */
export function decideOn<D extends AnyDocument>(
  of: D,
  documents: StoreOf<D>,
  how: DecidedOn<RowOfDocument<D>>,
): (decision: Decision) => Operation<RowOfDocument<D>> {
  type Row = RowOfDocument<D>;
  const { docType } = of;

  return (decision) => async (actor, seen, input) => {
    const entered = parse(decisionSchema, input ?? {});
    const watchers = await watchersWhoMayOpen(actor, recordKind(of.name)!, seen.id);
    const written = transaction(async (tx) => {
      await documents.get(actor, seen.id, undefined, tx);
      const { row, entry, ended } = await write(tx, actor, seen, decision, entered);
      if (!ended) return row;
      const end = decision === 'approved' ? await how.takeEffect(actor, row, entry) : { row, isTold: false };
      const instance = how.tellsSender === false ? { ...ended, senderId: null } : ended;
      if (!end.isTold) await notifyApprovalEnd(tx, actor, instance, decision, entered.comment, watchers);
      return end.row;
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
  ): Promise<{ row: Row; entry: DecisionEntry; ended: Instance | null }> {
    const { comment } = entered;
    const outcome: { ended: Instance | null } = { ended: null };
    const entry: DecisionEntry = {
      tx,
      event: how.events[decision],
      params: comment ? { comment } : {},
      also: {},
      after: ({ id }: Row) => notifyAsked(tx, docType, id),
    };
    const decide = async (row: Row): Promise<object | void> => {
      const rest = decision === 'approved' ? ((await how.part?.(tx, row, entered)) ?? null) : null;
      const document = { docType, docId: row.id, ...(rest && { amended: rest.snapshot }) };
      const { instance, task, ended } = await decideApproval(tx, actor, document, decision, comment);
      if (ended) outcome.ended = instance;
      await how.decided?.(actor, row, decision, ended === 'approved', entry);
      entry.onBehalfOf = task.onBehalfOf;
      const duties = await requireApart(tx, actor, of, DECIDED_BY[decision], instance);
      Object.assign(entry.params, stepParams(actor, instance, task), duties);
      if (!rest) return;
      const { values, also } = await rest.write(tx);
      entry.also = also;
      return values;
    };
    const row = await how.write(actor, seen, decision, decide, entry);
    return { row, entry, ...outcome };
  }
}
