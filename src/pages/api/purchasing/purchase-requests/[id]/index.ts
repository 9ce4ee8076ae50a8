import { can } from '#lib/access/session/page.ts';
import { seenOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { answerOf } from '#lib/documents/reading.server.ts';
import { purchaseRequestLife } from '#lib/purchasing/purchase-request/life.server.ts';
import { readPurchaseRequest } from '#lib/purchasing/purchase-request/reading.server.ts';
import { updatePurchaseRequest } from '#lib/purchasing/purchase-request/writing.server.ts';
import { EDIT, SHOW } from '#lib/purchasing/purchase-request/rights.ts';
import { change } from '#lib/purchasing/purchase-request/docs.ts';

export const access = { GET: can('PurchaseRequest', ...SHOW), PATCH: can('PurchaseRequest', ...EDIT) };

export const docs = { PATCH: change };

export const GET = endpoint(({ actor, params }) => readPurchaseRequest(actor, params.id!));

export const PATCH = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return answerOf(actor, purchaseRequestLife, await updatePurchaseRequest(actor, seenOf(params.id, input), input));
});
