import { open } from '#lib/access/session/page.ts';
import { tokenResponse } from '#lib/directory/app-client/token-endpoint.server.ts';
import { tokenOperation } from '#lib/directory/app-client/token-docs.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: open() };

export const docs = { POST: tokenOperation };

export const POST = endpoint(async ({ request, url, facts, locals }) => {
  const { response, client } = await tokenResponse(request, url, facts);
  if (client) locals.clientCall = { id: client };
  return response;
});
