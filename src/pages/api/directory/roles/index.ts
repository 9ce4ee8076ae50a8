import { can } from '#lib/access/session/page.ts';
import { createRole, roles } from '#lib/directory/role/role.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { createEndpoint } from '#lib/records/create-endpoint.server.ts';
import { role } from '#lib/directory/role/role.ts';

export const access = { GET: can('Role', 'read'), POST: can('Role', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, roles, query));

export const POST = createEndpoint(role, ({ actor, input }) => createRole(actor, input));
