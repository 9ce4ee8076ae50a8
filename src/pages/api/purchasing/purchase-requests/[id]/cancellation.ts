import { can } from '#lib/access/page.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { cancelPurchaseRequest } from '#lib/purchasing/purchase-request-ending.server.ts';
import { answerOf } from '#lib/purchasing/purchase-request-reading.server.ts';
import { CANCEL } from '#lib/purchasing/purchase-request-rights.ts';
import { cancellation } from '#lib/purchasing/purchase-request-docs.ts';

export const access = { POST: can('PurchaseRequest', ...CANCEL) };

export const docs = { POST: cancellation };

export const POST = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return answerOf(actor, await cancelPurchaseRequest(actor, seenOf(params.id, input), input));
});
