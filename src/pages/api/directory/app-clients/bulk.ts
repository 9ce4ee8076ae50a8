import { can } from '#lib/access/page.ts';
import { appClients, resumeAppClient, suspendAppClient } from '#lib/directory/app-client.server.ts';
import { bulkAnswer } from '#lib/kernel/bulk.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('AppClient', 'update') };

export const POST = endpoint(async ({ actor, body }) =>
  bulkAnswer(actor, { suspend: suspendAppClient, resume: resumeAppClient }, await body(), () => appClients),
);
