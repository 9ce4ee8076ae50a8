import { can } from '#lib/access/session/page.ts';
import { closeBusinessEntity, reopenBusinessEntity } from '#lib/directory/business-entity.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('BusinessEntity', 'update'), DELETE: can('BusinessEntity', 'update') };

export const POST = endpoint<'id'>(async ({ actor, params, body }) =>
  closeBusinessEntity(actor, shownVersionOf(params.id, await body())),
);

export const DELETE = endpoint<'id'>(async ({ actor, params, body }) =>
  reopenBusinessEntity(actor, shownVersionOf(params.id, await body())),
);
