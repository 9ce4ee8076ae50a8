import { can } from '#lib/access/session/page.ts';
import { appClients, createAppClient } from '#lib/directory/app-client/app-client.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('AppClient', 'read'), POST: can('AppClient', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, appClients, query));

export const POST = endpoint(async ({ actor, body }) => created(await createAppClient(actor, await body())));
