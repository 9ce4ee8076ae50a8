import { can } from '#lib/access/session/page.ts';
import { bulkAnswer } from '#lib/records/list/bulk.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { bulkActs, listMeant } from '#lib/purchasing/purchase-request/list.server.ts';
import { CANCEL } from '#lib/purchasing/purchase-request/rights.ts';

export const access = { POST: can('PurchaseRequest', ...CANCEL) };

/** Does an act to several requests: those named as rows, or all that a query of either list of requests matches. */
export const POST = endpoint(async ({ actor, body }) =>
  bulkAnswer(actor, bulkActs, await body(), (params) => listMeant(actor, params)),
);
