import { can } from '#lib/access/session/page.ts';
import { arrangeWidgets } from '#lib/dashboards/dashboard/widgets.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { PUT: can('Dashboard', 'update') };

export const PUT = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return arrangeWidgets(actor, shownVersionOf(params.id, input), input['layout']);
});
