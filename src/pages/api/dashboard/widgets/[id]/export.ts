import { can } from '#lib/access/page.ts';
import { exportWidget } from '#lib/dashboards/widget-export.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('Dashboard', 'my-dashboard') };

export const GET = endpoint(({ actor, params, query, locals }) => exportWidget(actor, params.id!, query, locals));
