import { can } from '#lib/access/session/page.ts';
import { closeAddress, reopenAddress } from '#lib/directory/address.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('Address', 'update'), DELETE: can('Address', 'update') };

export const POST = endpoint<'id'>(async ({ actor, params, body }) =>
  closeAddress(actor, shownVersionOf(params.id, await body())),
);

export const DELETE = endpoint<'id'>(async ({ actor, params, body }) =>
  reopenAddress(actor, shownVersionOf(params.id, await body())),
);
