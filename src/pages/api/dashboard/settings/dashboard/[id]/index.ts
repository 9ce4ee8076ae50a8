import { can } from '#lib/access/page.ts';
import { getDashboard, updateDashboard } from '#lib/dashboards/dashboard.server.ts';
import { widgetsOf } from '#lib/dashboards/dashboard-widgets.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('Dashboard', 'show'), PATCH: can('Dashboard', 'update') };

export const GET = endpoint(async ({ actor, params }) => {
  const found = await getDashboard(actor, params.id!);
  return { ...found, widgets: await widgetsOf(found.id) };
});

export const PATCH = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return updateDashboard(actor, seenOf(params.id, input), input);
});
