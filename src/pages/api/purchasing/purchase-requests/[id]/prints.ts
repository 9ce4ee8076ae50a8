import { personCan } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { notePrinted } from '#lib/purchasing/purchase-request-prf.server.ts';
import { SHOW } from '#lib/purchasing/purchase-request-rights.ts';

export const access = { POST: personCan('PurchaseRequest', ...SHOW) };

/** The browser tells that its person has printed the preview. */
export const POST = endpoint(({ actor, params }) => notePrinted(actor, params.id!));
