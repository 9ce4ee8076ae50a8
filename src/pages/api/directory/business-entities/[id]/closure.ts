import { can } from '#lib/access/page.ts';
import { closeBusinessEntity, reopenBusinessEntity } from '#lib/directory/business-entity.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('BusinessEntity', 'update'), DELETE: can('BusinessEntity', 'update') };

export const POST = endpoint(async ({ actor, params, body }) =>
  closeBusinessEntity(actor, seenOf(params.id, await body())),
);

export const DELETE = endpoint(async ({ actor, params, body }) =>
  reopenBusinessEntity(actor, seenOf(params.id, await body())),
);
