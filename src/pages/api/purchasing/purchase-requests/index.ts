import { can } from '#lib/access/page.ts';
import { listAnswer } from '#lib/kernel/list-answer.server.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';
import { purchaseRequestList } from '#lib/purchasing/purchase-request-list.server.ts';
import { answerOf } from '#lib/purchasing/purchase-request-reading.server.ts';
import { createPurchaseRequest } from '#lib/purchasing/purchase-request-writing.server.ts';
import { CREATE } from '#lib/purchasing/purchase-request-rights.ts';
import { creation } from '#lib/purchasing/purchase-request-docs.ts';

export const access = { GET: can('PurchaseRequest', 'read'), POST: can('PurchaseRequest', ...CREATE) };

export const docs = { POST: creation };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, purchaseRequestList, query));

export const POST = endpoint(async ({ actor, body }) =>
  created(await answerOf(actor, await createPurchaseRequest(actor, await body()))),
);
