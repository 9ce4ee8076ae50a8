import { can } from '#lib/access/session/page.ts';
import { exportWidget } from '#lib/dashboards/dashboard/widget-export.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('Dashboard', 'my-dashboard') };

export const GET = endpoint<'id'>(({ actor, params, query, locals }) => exportWidget(actor, params.id, query, locals));
