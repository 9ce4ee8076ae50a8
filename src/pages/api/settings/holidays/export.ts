import { can } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { exportList } from '#lib/platform/export.server.ts';
import { holidays } from '#lib/platform/holiday.server.ts';

export const access = { GET: can('Holiday', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, holidays, query, locals));
