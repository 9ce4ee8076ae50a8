import { can } from '#lib/access/page.ts';
import { revokeSecret } from '#lib/directory/app-client-rotation.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { DELETE: can('AppClient', 'rotate-secret') };

export const DELETE = endpoint(async ({ actor, params, body }) =>
  revokeSecret(actor, seenOf(params.id, await body()), params.secret!),
);
