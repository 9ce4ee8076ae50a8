import { printFileEndpoint } from '#lib/documents/prints/print-endpoints.server.ts';
import { prf } from '#lib/purchasing/purchase-request/prf.server.ts';

export const { access, GET } = printFileEndpoint(prf);
