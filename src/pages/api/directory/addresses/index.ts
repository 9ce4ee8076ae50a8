import { can } from '#lib/access/session/page.ts';
import { addresses, createAddress } from '#lib/directory/address.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { createEndpoint } from '#lib/records/create-endpoint.server.ts';
import { address } from '#lib/directory/address.ts';

export const access = { GET: can('Address', 'read'), POST: can('Address', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, addresses, query));

export const POST = createEndpoint(address, ({ actor, input }) => createAddress(actor, input));
