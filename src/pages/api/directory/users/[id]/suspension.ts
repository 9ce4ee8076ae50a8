import { can } from '#lib/access/page.ts';
import { suspendUser, reactivateUser } from '#lib/directory/suspension.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('User', 'suspend'), DELETE: can('User', 'reactivate') };

export const POST = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return suspendUser(actor, seenOf(params.id, input), input);
});

export const DELETE = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return reactivateUser(actor, seenOf(params.id, input), input);
});
