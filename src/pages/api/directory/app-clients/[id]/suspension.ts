import { can } from '#lib/access/page.ts';
import { resumeAppClient, suspendAppClient } from '#lib/directory/app-client.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('AppClient', 'update'), DELETE: can('AppClient', 'update') };

export const POST = endpoint(async ({ actor, params, body }) =>
  suspendAppClient(actor, seenOf(params.id, await body())),
);

export const DELETE = endpoint(async ({ actor, params, body }) =>
  resumeAppClient(actor, seenOf(params.id, await body())),
);
