import { can } from '#lib/access/session/page.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';
import { purchaseRequestList } from '#lib/purchasing/purchase-request/list.server.ts';
import { answerOf } from '#lib/documents/reading.server.ts';
import { purchaseRequestLife } from '#lib/purchasing/purchase-request/life.server.ts';
import { createPurchaseRequest } from '#lib/purchasing/purchase-request/writing.server.ts';
import { CREATE } from '#lib/purchasing/purchase-request/rights.ts';
import { creation } from '#lib/purchasing/purchase-request/docs.ts';

export const access = { GET: can('PurchaseRequest', 'read'), POST: can('PurchaseRequest', ...CREATE) };

export const docs = { POST: creation };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, purchaseRequestList, query));

export const POST = endpoint(async ({ actor, body }) =>
  created(await answerOf(actor, purchaseRequestLife, await createPurchaseRequest(actor, await body()))),
);
