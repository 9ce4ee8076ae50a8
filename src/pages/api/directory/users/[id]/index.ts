import { can } from '#lib/access/session/page.ts';
import { getUser, updateUser } from '#lib/directory/user/user.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('User', 'show', 'update'), PATCH: can('User', 'update') };

export const GET = endpoint<'id'>(({ actor, params }) => getUser(actor, params.id));

export const PATCH = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return updateUser(actor, shownVersionOf(params.id, input), input);
});
