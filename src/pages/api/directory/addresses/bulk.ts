import { can } from '#lib/access/page.ts';
import { addresses, closeAddress, reopenAddress } from '#lib/directory/address.server.ts';
import { bulkAnswer } from '#lib/kernel/bulk.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('Address', 'update') };

export const POST = endpoint(async ({ actor, body }) =>
  bulkAnswer(actor, { close: closeAddress, reopen: reopenAddress }, await body(), () => addresses),
);
