import { can } from '#lib/access/session/page.ts';
import { userRequestLife } from '#lib/directory/user-request/life.server.ts';
import { readUserRequest } from '#lib/directory/user-request/reading.server.ts';
import { answerOf } from '#lib/documents/reading.server.ts';
import { updateUserRequest } from '#lib/directory/user-request/writing.server.ts';
import { seenOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = {
  GET: can('UserCreationRequest', 'user-creation-show'),
  PATCH: can('UserCreationRequest', 'request-user-creation'),
};

export const GET = endpoint(({ actor, params }) => readUserRequest(actor, params.id!));

export const PATCH = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return answerOf(actor, userRequestLife, await updateUserRequest(actor, seenOf(params.id, input), input));
});
