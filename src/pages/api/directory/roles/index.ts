import { can } from '#lib/access/session/page.ts';
import { createRole, roles } from '#lib/directory/role/role.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('Role', 'read'), POST: can('Role', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, roles, query));

export const POST = endpoint(async ({ actor, body }) => created(await createRole(actor, await body())));
