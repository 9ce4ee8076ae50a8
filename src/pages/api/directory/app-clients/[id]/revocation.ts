import { can } from '#lib/access/page.ts';
import { revokeAppClient } from '#lib/directory/app-client.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('AppClient', 'revoke') };

export const POST = endpoint(async ({ actor, params, body }) =>
  revokeAppClient(actor, seenOf(params.id, await body())),
);
