import { userRequestLife } from '#lib/directory/user-request/life.server.ts';
import { SHOW, userRequest } from '#lib/directory/user-request/user-request.ts';
import { actAccess } from '#lib/documents/act-access.ts';
import { actEndpoint } from '#lib/documents/act-endpoint.server.ts';

export const access = actAccess(userRequest, SHOW);

export const { POST, DELETE } = actEndpoint(userRequestLife);
