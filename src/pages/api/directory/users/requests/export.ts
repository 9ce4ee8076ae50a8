import { userRequestLife } from '#lib/directory/user-request/life.server.ts';
import { documentExport } from '#lib/documents/document-endpoints.server.ts';

export const { access, GET } = documentExport(userRequestLife);
