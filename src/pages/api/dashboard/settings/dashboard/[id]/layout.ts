import { can } from '#lib/access/session/page.ts';
import { arrangeWidgets } from '#lib/dashboards/dashboard/widgets.server.ts';
import { seenOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { PUT: can('Dashboard', 'update') };

export const PUT = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return arrangeWidgets(actor, seenOf(params.id, input), input['layout']);
});
