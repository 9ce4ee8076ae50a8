import { expectedEndpoint } from '#lib/documents/document-endpoints.server.ts';
import { expectedForUserRequest } from '#lib/directory/user-request/asked.server.ts';

export const { access, docs, POST } = expectedEndpoint(expectedForUserRequest);
