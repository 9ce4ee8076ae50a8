import { readDocument, type FullDocument } from '#lib/documents/reading.server.ts';
import type { Actor } from '#lib/values/actor.ts';
import { purchaseRequestLife } from './life.server.ts';
import type { ReadLine } from './line.ts';
import type { purchaseRequest } from './purchase-request.ts';

/** One request as people and the API read it: with its lines, and what the reader may do to it. */
export type FullRequest = FullDocument<typeof purchaseRequest, { lines: ReadLine[] }>;

/** One request, for those who may open it (or, by other actions, change it); 404 beyond reach. */
export const readPurchaseRequest = (actor: Actor, id: string, actions?: readonly string[]): Promise<FullRequest> =>
  readDocument(actor, purchaseRequestLife, id, actions);
