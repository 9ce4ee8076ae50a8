import { userRequestLife } from '#lib/directory/user-request/life.server.ts';
import { createUserRequest } from '#lib/directory/user-request/writing.server.ts';
import { documentsEndpoint } from '#lib/documents/document-endpoints.server.ts';

export const { access, docs, GET, POST } = documentsEndpoint(userRequestLife, { create: createUserRequest });
