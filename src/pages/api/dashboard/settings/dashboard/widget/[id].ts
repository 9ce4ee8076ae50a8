import { can } from '#lib/access/session/page.ts';
import { removeWidget, updateWidget } from '#lib/dashboards/dashboard/widgets.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { PATCH: can('Dashboard', 'update'), DELETE: can('Dashboard', 'update') };

export const PATCH = endpoint<'id'>(async ({ actor, params, body }) => {
  const { version, ...input } = await body();
  const { id, version: seen } = shownVersionOf(params.id, { version });
  return updateWidget(actor, id, seen, input);
});

export const DELETE = endpoint<'id'>(async ({ actor, params, body }) => {
  const { id, version } = shownVersionOf(params.id, await body());
  return removeWidget(actor, id, version);
});
