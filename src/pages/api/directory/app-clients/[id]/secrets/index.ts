import { can } from '#lib/access/session/page.ts';
import { rotateSecret } from '#lib/directory/app-client/rotation.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('AppClient', 'rotate-secret') };

export const POST = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return created(await rotateSecret(actor, shownVersionOf(params.id, input), input));
});
