import { can } from '#lib/access/page.ts';
import { createUser, users } from '#lib/directory/user.server.ts';
import { listAnswer } from '#lib/kernel/list-answer.server.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('User', 'read'), POST: can('User', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, users, query));

export const POST = endpoint(async ({ actor, body }) => created(await createUser(actor, await body())));
