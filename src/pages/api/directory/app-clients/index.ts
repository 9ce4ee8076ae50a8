import { can } from '#lib/access/page.ts';
import { appClients, createAppClient } from '#lib/directory/app-client.server.ts';
import { listAnswer } from '#lib/kernel/list-answer.server.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('AppClient', 'read'), POST: can('AppClient', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, appClients, query));

export const POST = endpoint(async ({ actor, body }) => created(await createAppClient(actor, await body())));
