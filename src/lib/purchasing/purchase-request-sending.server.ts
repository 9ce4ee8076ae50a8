import type { Actor } from '#lib/access/actor.ts';
import type { Seen } from '#lib/kernel/store.server.ts';
import { transaction } from '#lib/platform/database.server.ts';
import { submitPurchaseRequest } from './purchase-request-approval.server.ts';
import type { PurchaseRequest } from './purchase-request.ts';
import { createPurchaseRequest, updatePurchaseRequest } from './purchase-request-writing.server.ts';

/** Saves a request and sends it in one transaction: a plain form that is refused has changed nothing. */
export function sendPurchaseRequest(
  actor: Actor,
  input: Record<string, unknown>,
  seen: Seen | null,
): Promise<PurchaseRequest> {
  return transaction(async (tx) => {
    const saved = seen
      ? await updatePurchaseRequest(actor, seen, input, tx)
      : await createPurchaseRequest(actor, input, tx);
    return submitPurchaseRequest(actor, saved, tx);
  });
}
