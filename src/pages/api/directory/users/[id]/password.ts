import { changePasswordOf } from '#lib/access/account/change-password.server.ts';
import { can } from '#lib/access/session/page.ts';
import { oneTimePasswordIn } from '#lib/directory/user/one-time-password.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('User', 'change-password') };

/** `{ password }`: works once, to be changed at the next sign-in. */
export const POST = endpoint<'id'>(async ({ actor, params, body }) =>
  changePasswordOf(actor, params.id, oneTimePasswordIn(await body())),
);
