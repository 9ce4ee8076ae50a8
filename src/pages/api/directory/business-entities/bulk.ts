import { can } from '#lib/access/page.ts';
import { businessEntities, closeBusinessEntity, reopenBusinessEntity } from '#lib/directory/business-entity.server.ts';
import { bulkAnswer } from '#lib/kernel/bulk.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('BusinessEntity', 'update') };

export const POST = endpoint(async ({ actor, body }) =>
  bulkAnswer(actor, { close: closeBusinessEntity, reopen: reopenBusinessEntity }, await body(), () => businessEntities),
);
