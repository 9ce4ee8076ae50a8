import { can } from '#lib/access/session/page.ts';
import { revokeAppClient } from '#lib/directory/app-client/app-client.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('AppClient', 'revoke') };

export const POST = endpoint<'id'>(async ({ actor, params, body }) =>
  revokeAppClient(actor, shownVersionOf(params.id, await body())),
);
