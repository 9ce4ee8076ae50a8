import { expectedEndpoint } from '#lib/documents/document-endpoints.server.ts';
import { expectedForRequest } from '#lib/purchasing/purchase-request/asked.server.ts';

export const { access, docs, POST } = expectedEndpoint(expectedForRequest);
