import { can } from '#lib/access/session/page.ts';
import { revokeSecret } from '#lib/directory/app-client/rotation.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { DELETE: can('AppClient', 'rotate-secret') };

export const DELETE = endpoint<'id' | 'secret'>(async ({ actor, params, body }) =>
  revokeSecret(actor, shownVersionOf(params.id, await body()), params.secret),
);
