import { can } from '#lib/access/page.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { submitPurchaseRequest } from '#lib/purchasing/purchase-request-approval.server.ts';
import { answerOf } from '#lib/purchasing/purchase-request-reading.server.ts';
import { SUBMIT } from '#lib/purchasing/purchase-request-rights.ts';
import { submission } from '#lib/purchasing/purchase-request-docs.ts';

export const access = { POST: can('PurchaseRequest', ...SUBMIT) };

export const docs = { POST: submission };

export const POST = endpoint(async ({ actor, params, body }) =>
  answerOf(actor, await submitPurchaseRequest(actor, seenOf(params.id, await body()))),
);
