import { can } from '#lib/access/page.ts';
import { closeAddress, reopenAddress } from '#lib/directory/address.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('Address', 'update'), DELETE: can('Address', 'update') };

export const POST = endpoint(async ({ actor, params, body }) => closeAddress(actor, seenOf(params.id, await body())));

export const DELETE = endpoint(async ({ actor, params, body }) =>
  reopenAddress(actor, seenOf(params.id, await body())),
);
