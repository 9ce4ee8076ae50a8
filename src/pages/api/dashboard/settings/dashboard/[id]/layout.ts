import { can } from '#lib/access/page.ts';
import { arrangeWidgets } from '#lib/dashboards/dashboard-widgets.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { PUT: can('Dashboard', 'update') };

export const PUT = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return arrangeWidgets(actor, seenOf(params.id, input), input['layout']);
});
