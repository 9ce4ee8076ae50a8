import { can } from '#lib/access/page.ts';
import { businessEntities, createBusinessEntity } from '#lib/directory/business-entity.server.ts';
import { listAnswer } from '#lib/kernel/list-answer.server.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('BusinessEntity', 'read'), POST: can('BusinessEntity', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, businessEntities, query));

export const POST = endpoint(async ({ actor, body }) => created(await createBusinessEntity(actor, await body())));
