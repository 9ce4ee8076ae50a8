import { z } from 'zod';
import type { Actor } from '#lib/access/actor.ts';
import { hasDecision, withdraw } from '#lib/approvals/approvals.server.ts';
import { parse } from '#lib/kernel/parse.ts';
import { Refusal, invalidField } from '#lib/kernel/refusal.ts';
import type { Seen } from '#lib/kernel/store.server.ts';
import { transaction } from '#lib/platform/database.server.ts';
import { purchaseRequests } from './purchase-request.server.ts';
import { DOC_TYPE } from './purchase-request-snapshot.server.ts';
import type { PurchaseRequest } from './purchase-request.ts';

const reasonSchema = z.object({
  reason: z
    .string()
    .trim()
    .max(500, 'too-long')
    .nullish()
    .transform((text) => text || null),
});

/** Statuses in which the requester may still cancel; later it takes the right to (model of purchasing, 1.2). */
export const REQUESTER_CANCELS: readonly PurchaseRequest['status'][] = [
  'draft',
  'returned',
  'pending-approval',
  'pending-budget',
];

/** Takes a request back: to draft before the first decision, to returned after it. Only the requester. */
export async function withdrawPurchaseRequest(actor: Actor, seen: Seen): Promise<PurchaseRequest> {
  return transaction(async (tx) => {
    const act = (await hasDecision(tx, DOC_TYPE, seen.id)) ? 'withdrawDecided' : 'withdraw';
    return purchaseRequests.transition(
      actor,
      act,
      seen,
      async (request) => {
        if (request.requesterId !== actor.id) throw new Refusal('not-your-request', 403);
        await withdraw(tx, DOC_TYPE, request.id);
      },
      { tx, event: 'withdraw' },
    );
  });
}

/** Cancels: the requester until budgeting has taken it over, then whoever has `cancel`. With a reason, unless it is a draft. */
export async function cancelPurchaseRequest(actor: Actor, seen: Seen, input: unknown): Promise<PurchaseRequest> {
  const { reason } = parse(reasonSchema, input);
  return purchaseRequests.transition(
    actor,
    'cancel',
    seen,
    async (request, tx) => {
      const own = request.requesterId === actor.id && REQUESTER_CANCELS.includes(request.status);
      if (!own && !actor.ability.can('PurchaseRequest', 'cancel')) throw new Refusal('not-your-request', 403);
      if (request.status !== 'draft' && !reason) throw invalidField('reason', 'reason-needed');
      await withdraw(tx, DOC_TYPE, request.id);
      return { endedReason: reason };
    },
    { params: reason ? { reason } : {} },
  );
}
