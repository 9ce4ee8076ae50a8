import { can } from '#lib/access/session/page.ts';
import { getBusinessEntity, updateBusinessEntity } from '#lib/directory/business-entity.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('BusinessEntity', 'read', 'update'), PATCH: can('BusinessEntity', 'update') };

export const GET = endpoint<'id'>(({ actor, params }) => getBusinessEntity(actor, params.id));

export const PATCH = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return updateBusinessEntity(actor, shownVersionOf(params.id, input), input);
});
