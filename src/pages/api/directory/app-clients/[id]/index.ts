import { can } from '#lib/access/session/page.ts';
import { getAppClient, updateAppClient } from '#lib/directory/app-client/app-client.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('AppClient', 'read', 'update'), PATCH: can('AppClient', 'update') };

export const GET = endpoint<'id'>(({ actor, params }) => getAppClient(actor, params.id));

export const PATCH = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return updateAppClient(actor, shownVersionOf(params.id, input), input);
});
