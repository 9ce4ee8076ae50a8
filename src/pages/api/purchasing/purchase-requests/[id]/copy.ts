import { can } from '#lib/access/page.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';
import { answerOf } from '#lib/purchasing/purchase-request-reading.server.ts';
import { copyPurchaseRequest } from '#lib/purchasing/purchase-request-writing.server.ts';
import { CREATE } from '#lib/purchasing/purchase-request-rights.ts';
import { copying } from '#lib/purchasing/purchase-request-docs.ts';

export const access = { POST: can('PurchaseRequest', ...CREATE) };

export const docs = { POST: copying };

export const POST = endpoint(async ({ actor, params }) =>
  created(await answerOf(actor, await copyPurchaseRequest(actor, params.id!))),
);
