import { can } from '#lib/access/page.ts';
import { getUser, updateUser } from '#lib/directory/user.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('User', 'show', 'update'), PATCH: can('User', 'update') };

export const GET = endpoint(({ actor, params }) => getUser(actor, params.id!));

export const PATCH = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return updateUser(actor, seenOf(params.id, input), input);
});
