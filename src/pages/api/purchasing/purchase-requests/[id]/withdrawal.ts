import { can } from '#lib/access/page.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { withdrawPurchaseRequest } from '#lib/purchasing/purchase-request-ending.server.ts';
import { answerOf } from '#lib/purchasing/purchase-request-reading.server.ts';
import { WITHDRAW } from '#lib/purchasing/purchase-request-rights.ts';
import { withdrawal } from '#lib/purchasing/purchase-request-docs.ts';

export const access = { POST: can('PurchaseRequest', ...WITHDRAW) };

export const docs = { POST: withdrawal };

export const POST = endpoint(async ({ actor, params, body }) =>
  answerOf(actor, await withdrawPurchaseRequest(actor, seenOf(params.id, await body()))),
);
