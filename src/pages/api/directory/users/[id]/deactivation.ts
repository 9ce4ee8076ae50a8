import { can } from '#lib/access/page.ts';
import { deactivateUser } from '#lib/directory/suspension.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('User', 'update') };

export const POST = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return deactivateUser(actor, seenOf(params.id, input), input);
});
