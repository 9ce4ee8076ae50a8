import { can } from '#lib/access/page.ts';
import { userRequests } from '#lib/directory/user-request.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { exportList } from '#lib/platform/export.server.ts';

export const access = { GET: can('UserCreationRequest', 'user-creation-read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, userRequests, query, locals));
