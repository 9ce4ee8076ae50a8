import { can } from '#lib/access/session/page.ts';
import { restoreDashboard, retireDashboard } from '#lib/dashboards/dashboard/dashboard.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('Dashboard', 'update'), DELETE: can('Dashboard', 'update') };

export const POST = endpoint<'id'>(async ({ actor, params, body }) =>
  retireDashboard(actor, shownVersionOf(params.id, await body())),
);

export const DELETE = endpoint<'id'>(async ({ actor, params, body }) =>
  restoreDashboard(actor, shownVersionOf(params.id, await body())),
);
