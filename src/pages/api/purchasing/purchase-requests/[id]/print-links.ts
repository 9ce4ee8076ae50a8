import { printLinkEndpoints } from '#lib/documents/prints/print-endpoints.server.ts';
import { prf } from '#lib/purchasing/purchase-request/prf.server.ts';

export const { access, docs, GET, POST, DELETE } = printLinkEndpoints(prf);
