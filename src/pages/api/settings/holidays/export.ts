import { can } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { exportList } from '#lib/records/list/export.server.ts';
import { holidays } from '#lib/settings/holiday.server.ts';

export const access = { GET: can('Holiday', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, holidays, query, locals));
