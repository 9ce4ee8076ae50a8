import { can } from '#lib/access/session/page.ts';
import { deactivateUser } from '#lib/directory/user/suspension.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('User', 'update') };

export const POST = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return deactivateUser(actor, shownVersionOf(params.id, input), input);
});
