import { can } from '#lib/access/session/page.ts';
import { createUser, users } from '#lib/directory/user/user.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('User', 'read'), POST: can('User', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, users, query));

export const POST = endpoint(async ({ actor, body }) => created(await createUser(actor, await body())));
