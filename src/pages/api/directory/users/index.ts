import { can } from '#lib/access/session/page.ts';
import { createUser, users } from '#lib/directory/user/user.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { createEndpoint } from '#lib/records/create-endpoint.server.ts';
import { user } from '#lib/directory/user/user.ts';

export const access = { GET: can('User', 'read'), POST: can('User', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, users, query));

export const POST = createEndpoint(user, ({ actor, input }) => createUser(actor, input));
