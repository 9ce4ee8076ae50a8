import { can } from '#lib/access/page.ts';
import { answerOf } from '#lib/directory/user-request-acts.server.ts';
import { withdrawUserRequest } from '#lib/directory/user-request-ending.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('UserCreationRequest', 'request-user-creation') };

export const POST = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return answerOf(actor, await withdrawUserRequest(actor, seenOf(params.id, input)));
});
