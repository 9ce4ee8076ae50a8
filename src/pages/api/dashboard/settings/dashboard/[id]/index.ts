import { can } from '#lib/access/session/page.ts';
import { getDashboard, updateDashboard } from '#lib/dashboards/dashboard/dashboard.server.ts';
import { widgetsOf } from '#lib/dashboards/dashboard/widgets.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('Dashboard', 'show'), PATCH: can('Dashboard', 'update') };

export const GET = endpoint<'id'>(async ({ actor, params }) => {
  const found = await getDashboard(actor, params.id);
  return { ...found, widgets: await widgetsOf(found.id) };
});

export const PATCH = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return updateDashboard(actor, shownVersionOf(params.id, input), input);
});
