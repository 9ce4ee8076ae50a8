import { can } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { whoWillBeAsked } from '#lib/purchasing/purchase-request/expected.server.ts';
import { expectedApproval } from '#lib/purchasing/purchase-request/docs.ts';

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
export const docs = { POST: expectedApproval };

export const POST = endpoint(async ({ actor, body }) => whoWillBeAsked(actor, await body()));
