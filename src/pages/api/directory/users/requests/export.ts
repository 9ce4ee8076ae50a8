import { can } from '#lib/access/session/page.ts';
import { userRequests } from '#lib/directory/user-request/user-request.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { exportList } from '#lib/records/list/export.server.ts';

export const access = { GET: can('UserCreationRequest', 'user-creation-read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, userRequests, query, locals));
