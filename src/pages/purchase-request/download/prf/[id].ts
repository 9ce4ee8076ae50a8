import { open } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { pdfResponse } from '#lib/platform/documents/pdf-response.server.ts';
import { openPrf } from '#lib/purchasing/purchase-request-prf-links.server.ts';

/** The address carries its own proof, or the operation asks for the actor's right to the request. */
export const access = { GET: open() };

export const GET = endpoint(async ({ actor, params, locals }) => pdfResponse(await openPrf(actor, params.id!, locals)));
