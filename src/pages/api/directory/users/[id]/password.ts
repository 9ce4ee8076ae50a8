import { changePasswordOf } from '#lib/access/change-password.server.ts';
import { can } from '#lib/access/page.ts';
import { oneTimePasswordIn } from '#lib/directory/one-time-password.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('User', 'change-password') };

/** `{ password }`: good once, to be changed at the next sign-in. */
export const POST = endpoint(async ({ actor, params, body }) =>
  changePasswordOf(actor, params.id!, oneTimePasswordIn(await body())),
);
