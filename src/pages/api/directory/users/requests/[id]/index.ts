import { can } from '#lib/access/page.ts';
import { answerOf, readUserRequest } from '#lib/directory/user-request-acts.server.ts';
import { updateUserRequest } from '#lib/directory/user-request-writing.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = {
  GET: can('UserCreationRequest', 'user-creation-show'),
  PATCH: can('UserCreationRequest', 'request-user-creation'),
};

export const GET = endpoint(({ actor, params }) => readUserRequest(actor, params.id!));

export const PATCH = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return answerOf(actor, await updateUserRequest(actor, seenOf(params.id, input), input));
});
