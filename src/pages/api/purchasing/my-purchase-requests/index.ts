import { can } from '#lib/access/session/page.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { MINE } from '#lib/purchasing/purchase-request/purchase-request.ts';
import { myPurchaseRequests } from '#lib/purchasing/purchase-request/purchase-request.server.ts';
import { ownList } from '#lib/purchasing/purchase-request/docs.ts';

export const access = { GET: can('MyPurchaseRequest', ...MINE) };
export const docs = { GET: ownList };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, myPurchaseRequests, query));
