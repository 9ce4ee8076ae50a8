import { can } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { expectedOperation } from '#lib/documents/expected-docs.ts';
import { deciding, whoWillBeAsked } from '#lib/purchasing/purchase-request/asked.server.ts';
import { purchaseRequest } from '#lib/purchasing/purchase-request/purchase-request.ts';

export const access = {
  POST: can(
    'PurchaseRequest',
    'create',
    'my-request-create',
    'update',
    'my-request-update',
    'my-department-request-edit',
  ),
};
export const docs = { POST: expectedOperation(purchaseRequest, deciding) };

export const POST = endpoint(async ({ actor, body }) => whoWillBeAsked(actor, await body()));
