import { can } from '#lib/access/page.ts';
import { answerOf } from '#lib/directory/user-request-acts.server.ts';
import { createUserRequest } from '#lib/directory/user-request-writing.server.ts';
import { userRequests } from '#lib/directory/user-request.server.ts';
import { listAnswer } from '#lib/kernel/list-answer.server.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';

export const access = {
  GET: can('UserCreationRequest', 'user-creation-read'),
  POST: can('UserCreationRequest', 'request-user-creation'),
};

export const GET = endpoint(({ actor, query }) => listAnswer(actor, userRequests, query));

export const POST = endpoint(async ({ actor, body }) =>
  created(await answerOf(actor, await createUserRequest(actor, await body()))),
);
