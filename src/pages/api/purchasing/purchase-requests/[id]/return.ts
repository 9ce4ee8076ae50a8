import { personCan } from '#lib/access/page.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { returnPurchaseRequest } from '#lib/purchasing/purchase-request-approval.server.ts';
import { answerOf } from '#lib/purchasing/purchase-request-reading.server.ts';
import { SHOW } from '#lib/purchasing/purchase-request-rights.ts';

export const access = { POST: personCan('PurchaseRequest', ...SHOW) };

export const POST = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return answerOf(actor, await returnPurchaseRequest(actor, seenOf(params.id, input), input));
});
