import { can } from '#lib/access/page.ts';
import { rotateSecret } from '#lib/directory/app-client-rotation.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('AppClient', 'rotate-secret') };

export const POST = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return created(await rotateSecret(actor, seenOf(params.id, input), input));
});
