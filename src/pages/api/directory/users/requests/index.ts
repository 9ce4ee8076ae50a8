import { can } from '#lib/access/session/page.ts';
import { userRequestLife } from '#lib/directory/user-request/life.server.ts';
import { answerOf } from '#lib/documents/reading.server.ts';
import { createUserRequest } from '#lib/directory/user-request/writing.server.ts';
import { userRequests } from '#lib/directory/user-request/user-request.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = {
  GET: can('UserCreationRequest', 'user-creation-read'),
  POST: can('UserCreationRequest', 'request-user-creation'),
};

export const GET = endpoint(({ actor, query }) => listAnswer(actor, userRequests, query));

export const POST = endpoint(async ({ actor, body }) =>
  created(await answerOf(actor, userRequestLife, await createUserRequest(actor, await body()))),
);
