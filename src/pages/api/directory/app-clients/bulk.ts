import { can } from '#lib/access/session/page.ts';
import { appClients, resumeAppClient, suspendAppClient } from '#lib/directory/app-client/app-client.server.ts';
import { bulkAnswer } from '#lib/records/list/bulk.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('AppClient', 'update') };

export const POST = endpoint(async ({ actor, body }) =>
  bulkAnswer(actor, { suspend: suspendAppClient, resume: resumeAppClient }, await body(), () => appClients),
);
