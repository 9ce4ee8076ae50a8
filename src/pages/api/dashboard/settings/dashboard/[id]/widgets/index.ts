import { can } from '#lib/access/session/page.ts';
import { addWidget } from '#lib/dashboards/dashboard/widgets.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('Dashboard', 'update') };

export const POST = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return created(await addWidget(actor, shownVersionOf(params.id, input), input));
});
