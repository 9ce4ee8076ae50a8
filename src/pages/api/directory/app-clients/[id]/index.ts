import { can } from '#lib/access/page.ts';
import { getAppClient, updateAppClient } from '#lib/directory/app-client.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('AppClient', 'read', 'update'), PATCH: can('AppClient', 'update') };

export const GET = endpoint(({ actor, params }) => getAppClient(actor, params.id!));

export const PATCH = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return updateAppClient(actor, seenOf(params.id, input), input);
});
