import { userRequestLife } from '#lib/directory/user-request/life.server.ts';
import { updateUserRequest } from '#lib/directory/user-request/writing.server.ts';
import { documentEndpoint } from '#lib/documents/document-endpoints.server.ts';

export const { access, docs, GET, PATCH } = documentEndpoint(userRequestLife, { update: updateUserRequest });
