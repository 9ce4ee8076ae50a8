import { can } from '#lib/access/session/page.ts';
import { addresses, closeAddress, reopenAddress } from '#lib/directory/address.server.ts';
import { bulkAnswer } from '#lib/records/list/bulk.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('Address', 'update') };

export const POST = endpoint(async ({ actor, body }) =>
  bulkAnswer(actor, { close: closeAddress, reopen: reopenAddress }, await body(), () => addresses),
);
