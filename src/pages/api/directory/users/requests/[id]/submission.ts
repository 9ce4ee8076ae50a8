import { can } from '#lib/access/page.ts';
import { answerOf } from '#lib/directory/user-request-acts.server.ts';
import { submitUserRequest } from '#lib/directory/user-request-approval.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('UserCreationRequest', 'request-user-creation') };

export const POST = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return answerOf(actor, await submitUserRequest(actor, seenOf(params.id, input)));
});
