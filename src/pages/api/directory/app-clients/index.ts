import { can } from '#lib/access/session/page.ts';
import { appClients, createAppClient, withSecret } from '#lib/directory/app-client/app-client.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { createEndpoint } from '#lib/records/create-endpoint.server.ts';
import { appClient } from '#lib/directory/app-client/app-client.ts';

export const access = { GET: can('AppClient', 'read'), POST: can('AppClient', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, appClients, query));

export const POST = createEndpoint(
  appClient,
  ({ actor, input }) => createAppClient(actor, input),
  (_, made) => withSecret(made),
);
