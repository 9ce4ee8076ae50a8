import { can } from '#lib/access/session/page.ts';
import { suspendUser, reactivateUser } from '#lib/directory/user/suspension.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('User', 'suspend'), DELETE: can('User', 'reactivate') };

export const POST = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return suspendUser(actor, shownVersionOf(params.id, input), input);
});

export const DELETE = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return reactivateUser(actor, shownVersionOf(params.id, input), input);
});
