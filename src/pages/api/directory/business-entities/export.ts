import { can } from '#lib/access/session/page.ts';
import { businessEntities } from '#lib/directory/business-entity.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { exportList } from '#lib/records/list/export.server.ts';

export const access = { GET: can('BusinessEntity', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, businessEntities, query, locals));
