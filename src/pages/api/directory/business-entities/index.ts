import { can } from '#lib/access/session/page.ts';
import { businessEntities, createBusinessEntity } from '#lib/directory/business-entity.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { createEndpoint } from '#lib/records/create-endpoint.server.ts';
import { businessEntity } from '#lib/directory/business-entity.ts';

export const access = { GET: can('BusinessEntity', 'read'), POST: can('BusinessEntity', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, businessEntities, query));

export const POST = createEndpoint(businessEntity, ({ actor, input }) => createBusinessEntity(actor, input));
