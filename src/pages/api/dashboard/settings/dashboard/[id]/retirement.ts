import { can } from '#lib/access/page.ts';
import { restoreDashboard, retireDashboard } from '#lib/dashboards/dashboard.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('Dashboard', 'update'), DELETE: can('Dashboard', 'update') };

export const POST = endpoint(async ({ actor, params, body }) =>
  retireDashboard(actor, seenOf(params.id, await body())),
);

export const DELETE = endpoint(async ({ actor, params, body }) =>
  restoreDashboard(actor, seenOf(params.id, await body())),
);
