import type { Actor } from '#lib/access/actor.ts';
import { allowedActsOf, type AllowedAct } from './purchase-request-acts.server.ts';
import { readLines, type ReadLine } from './purchase-request-lines.server.ts';
import { SHOW } from './purchase-request-rights.ts';
import { purchaseRequests, type ReadRequest } from './purchase-request.server.ts';
import type { PurchaseRequest } from './purchase-request.ts';

/** One request as people and the API read it: with its lines, and what the reader may do to it. */
export type FullRequest = ReadRequest & { lines: ReadLine[]; allowedActions: AllowedAct[] };

/** One request, for whoever may open it (or, by other actions, change it); 404 beyond reach. */
export async function readPurchaseRequest(
  actor: Actor,
  id: string,
  actions: readonly string[] = SHOW,
): Promise<FullRequest> {
  const request = await purchaseRequests.get(actor, id, actions);
  const [lines, allowedActions] = await Promise.all([readLines(request.id), allowedActsOf(actor, request)]);
  return { ...request, lines, allowedActions };
}

/** What the API answers after a change. Whoever gave a request away no longer opens it and gets the row alone. */
export async function answerOf(actor: Actor, request: PurchaseRequest): Promise<FullRequest | PurchaseRequest> {
  return (await purchaseRequests.reaches(actor, request.id)) ? readPurchaseRequest(actor, request.id) : request;
}
