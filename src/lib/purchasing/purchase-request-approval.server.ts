import { z } from 'zod';
import { personId, type Actor } from '#lib/access/actor.ts';
import { decide, startApproval, type Decision } from '#lib/approvals/approvals.server.ts';
import { DECISION_ACTS, DECISION_EVENTS, commentSchema, stepParams } from '#lib/approvals/decision-entry.ts';
import { decidedMeanwhile } from '#lib/approvals/meanwhile.server.ts';
import { tellAsked, tellEnded } from '#lib/approvals/telling.server.ts';
import { parse } from '#lib/kernel/parse.ts';
import { Refusal } from '#lib/kernel/refusal.ts';
import type { Seen, WriteOptions } from '#lib/kernel/store.server.ts';
import { today } from '#lib/kernel/time.ts';
import { issueNumber } from '#lib/numbering/numbering.server.ts';
import { businessSetting } from '#lib/platform/business-settings.server.ts';
import { transaction, type Tx } from '#lib/platform/database.server.ts';
import { recordKind } from '#lib/platform/record-kinds.server.ts';
import { watchersWhoMayOpen } from '#lib/platform/watchers.server.ts';
import { checkComplete, quotationsFor } from './purchase-request-completeness.server.ts';
import { isOpenLine } from './purchase-request-line.ts';
import { lineTexts } from './purchase-request-line-texts.server.ts';
import { linesOf, writeLines } from './purchase-request-lines.server.ts';
import { priceLines } from './purchase-request-pricing.ts';
import {
  refusedLinesSchema,
  withoutRefused,
  writeRemainder,
  type Remainder,
} from './purchase-request-refusing.server.ts';
import { SHOW } from './purchase-request-rights.ts';
import { purchaseRequests } from './purchase-request.server.ts';
import { DOC_TYPE, askedFor, snapshotOf } from './purchase-request-snapshot.server.ts';
import { purchaseRequest, type PurchaseRequest } from './purchase-request.ts';

const decisionSchema = z.object({
  comment: commentSchema,
  refusedLines: refusedLinesSchema,
});

/**
 * Sends a request for approval: checks it whole, gives it its number, freezes what approvers decide on and asks the
 * first people. Every fault is named at once (422); 409 `no-approval-policy` or `nobody-to-approve`.
 */
export async function submitPurchaseRequest(actor: Actor, seen: Seen, within?: Tx): Promise<PurchaseRequest> {
  const told: WriteOptions = { ...(within && { tx: within }), params: {}, after: askedHears };
  return purchaseRequests.transition(
    actor,
    'submit',
    seen,
    async (request, tx) => {
      if (request.requesterId !== actor.id && !actor.ability.scopes('PurchaseRequest', ['update']).has('entity'))
        throw new Refusal('not-your-request', 403);
      const lines = (await linesOf(request.id, tx)).filter(isOpenLine);
      const gstMethod = await businessSetting('purchasing.gst-method', tx);
      const priced = priceLines(lines, today(), gstMethod);
      const net = priced.totals.estimatedNetCents;
      await checkComplete(tx, request, lines, net);
      await writeLines(tx, { id: request.id, gstMethod }, lines);
      const again = request.status === 'returned';
      const revision = again ? request.revision + 1 : request.revision;
      Object.assign(told, { event: again ? 'submit-again' : 'submit', params: { revision } });
      await startApproval(tx, {
        ...(await askedFor(
          { ...request, expenseCategoryIds: lines.map(({ expenseCategoryId }) => expenseCategoryId) },
          net,
          tx,
        )),
        senderId: personId(actor),
        docId: request.id,
        revision,
        snapshot: snapshotOf({ ...request, ...priced.totals }, lines),
      });
      return {
        ...priced.totals,
        gstMethod,
        revision,
        requiredQuotations: Math.max(request.requiredQuotations ?? 0, await quotationsFor(tx, net)),
        submittedAt: new Date().toISOString(),
        // Last: the lock on the series is held no longer than it must be.
        number: request.number ?? (await issueNumber(tx, DOC_TYPE, request.businessEntityId, request.id)),
      };
    },
    told,
  );
}

/**
 * The actor's yes, to all lines or (`refusedLines: [{ lineId, note }]`) to all but some; those who are asked later decide
 * on what is left. The last yes passes the request on to budgeting.
 */
export function approvePurchaseRequest(actor: Actor, seen: Seen, input: unknown): Promise<PurchaseRequest> {
  return decided(actor, seen, 'approved', input);
}

/** Sends the request back to its requester with a comment; the number stays. */
export function returnPurchaseRequest(actor: Actor, seen: Seen, input: unknown): Promise<PurchaseRequest> {
  return decided(actor, seen, 'returned', input);
}

/** The end of the request, with a comment. */
export function rejectPurchaseRequest(actor: Actor, seen: Seen, input: unknown): Promise<PurchaseRequest> {
  return decided(actor, seen, 'rejected', input);
}

/** Whoever has an open task may decide, by the task and not by a right; 409 `decided-meanwhile` when another was faster. */
async function decided(actor: Actor, seen: Seen, decision: Decision, input: unknown): Promise<PurchaseRequest> {
  const { comment, refusedLines } = parse(decisionSchema, input);
  const told = { params: (comment ? { comment } : {}) as Record<string, unknown>, also: {} as Record<string, unknown> };
  const watchers = await watchersWhoMayOpen(actor, recordKind(purchaseRequest.name)!, seen.id);
  const written = transaction(async (tx) => {
    await purchaseRequests.get(actor, seen.id, SHOW, tx);
    let approved = false;
    const how: WriteOptions & { unasked: true } = {
      tx,
      unasked: true,
      event: DECISION_EVENTS[decision],
      ...told,
      after: askedHears,
    };
    const before = await purchaseRequests.transition(
      actor,
      DECISION_ACTS[decision],
      seen,
      async (request) => {
        const lines = await linesOf(request.id, tx);
        const rest =
          decision === 'approved' && refusedLines.length > 0 ? withoutRefused(request, lines, refusedLines) : null;
        const document = {
          docType: DOC_TYPE,
          docId: request.id,
          ...(rest && { amended: snapshotOf({ ...request, ...rest.totals }, rest.lines) }),
        };
        const { ended, instance, task } = await decide(tx, actor, document, decision, comment);
        approved = ended === 'approved';
        if (ended) await tellEnded(tx, actor, instance, decision, comment, watchers);
        how.onBehalfOf = task.onBehalfOf;
        Object.assign(told.params, stepParams(actor, instance, task));
        return rest ? refuse(tx, rest, told.also) : undefined;
      },
      how,
    );
    return approved
      ? purchaseRequests.transition(actor, 'approve', before, undefined, {
          tx,
          unasked: true,
          onBehalfOf: how.onBehalfOf,
        })
      : before;
  });
  return written.catch(async (error: unknown) => {
    throw await decidedMeanwhile(error, actor, DOC_TYPE, seen.id);
  });
}

/** Writes what is left and puts the refused lines, each with its reason, into the entry of the log. */
async function refuse(tx: Tx, { lines, refused, totals }: Remainder, also: Record<string, unknown>): Promise<object> {
  await writeRemainder(tx, lines);
  const texts = await lineTexts(tx, refused);
  also['refusedLines'] = texts.map((text, index) => `${text}: ${refused[index]!.decisionNote}`);
  return { ...totals, beforeLists: { refusedLines: [] } };
}

/** Whoever is asked now hears of it: by now the request has its number. */
async function askedHears({ id }: PurchaseRequest, tx: Tx): Promise<void> {
  await tellAsked(tx, DOC_TYPE, id);
}
