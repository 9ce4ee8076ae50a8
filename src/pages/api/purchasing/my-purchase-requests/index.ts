import { can } from '#lib/access/page.ts';
import { listAnswer } from '#lib/kernel/list-answer.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { myPurchaseRequests } from '#lib/purchasing/purchase-request.server.ts';

export const access = { GET: can('MyPurchaseRequest', 'my-request-read', 'my-department-request-read') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, myPurchaseRequests, query));
