import { can } from '#lib/access/page.ts';
import { getAddress, updateAddress } from '#lib/directory/address.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('Address', 'read', 'update'), PATCH: can('Address', 'update') };

export const GET = endpoint(({ actor, params }) => getAddress(actor, params.id!));

export const PATCH = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return updateAddress(actor, seenOf(params.id, input), input);
});
