import { can } from '#lib/access/session/page.ts';
import { resumeAppClient, suspendAppClient } from '#lib/directory/app-client/app-client.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('AppClient', 'update'), DELETE: can('AppClient', 'update') };

export const POST = endpoint<'id'>(async ({ actor, params, body }) =>
  suspendAppClient(actor, shownVersionOf(params.id, await body())),
);

export const DELETE = endpoint<'id'>(async ({ actor, params, body }) =>
  resumeAppClient(actor, shownVersionOf(params.id, await body())),
);
