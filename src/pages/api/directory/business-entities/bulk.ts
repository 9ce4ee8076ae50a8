import { can } from '#lib/access/session/page.ts';
import { businessEntities, closeBusinessEntity, reopenBusinessEntity } from '#lib/directory/business-entity.server.ts';
import { bulkAnswer } from '#lib/records/list/bulk.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('BusinessEntity', 'update') };

export const POST = endpoint(async ({ actor, body }) =>
  bulkAnswer(actor, { close: closeBusinessEntity, reopen: reopenBusinessEntity }, await body(), () => businessEntities),
);
