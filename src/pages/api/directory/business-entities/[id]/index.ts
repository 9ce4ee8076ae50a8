import { can } from '#lib/access/page.ts';
import { getBusinessEntity, updateBusinessEntity } from '#lib/directory/business-entity.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('BusinessEntity', 'read', 'update'), PATCH: can('BusinessEntity', 'update') };

export const GET = endpoint(({ actor, params }) => getBusinessEntity(actor, params.id!));

export const PATCH = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return updateBusinessEntity(actor, seenOf(params.id, input), input);
});
