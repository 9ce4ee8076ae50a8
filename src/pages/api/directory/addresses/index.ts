import { can } from '#lib/access/session/page.ts';
import { addresses, createAddress } from '#lib/directory/address.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('Address', 'read'), POST: can('Address', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, addresses, query));

export const POST = endpoint(async ({ actor, body }) => created(await createAddress(actor, await body())));
