import { can } from '#lib/access/session/page.ts';
import { getAddress, updateAddress } from '#lib/directory/address.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('Address', 'read', 'update'), PATCH: can('Address', 'update') };

export const GET = endpoint<'id'>(({ actor, params }) => getAddress(actor, params.id));

export const PATCH = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return updateAddress(actor, shownVersionOf(params.id, input), input);
});
