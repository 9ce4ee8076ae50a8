import { can } from '#lib/access/page.ts';
import { addWidget } from '#lib/dashboards/dashboard-widgets.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('Dashboard', 'update') };

export const POST = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return created(await addWidget(actor, seenOf(params.id, input), input));
});
