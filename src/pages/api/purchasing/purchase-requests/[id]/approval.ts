import { personCan } from '#lib/access/page.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { approvePurchaseRequest } from '#lib/purchasing/purchase-request-approval.server.ts';
import { keepPrfAfterApproval } from '#lib/purchasing/purchase-request-prf-versions.server.ts';
import { answerOf } from '#lib/purchasing/purchase-request-reading.server.ts';
import { SHOW } from '#lib/purchasing/purchase-request-rights.ts';

export const access = { POST: personCan('PurchaseRequest', ...SHOW) };

export const POST = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return answerOf(actor, keepPrfAfterApproval(await approvePurchaseRequest(actor, seenOf(params.id, input), input)));
});
