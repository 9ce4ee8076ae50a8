import { can } from '#lib/access/session/page.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { holidays, updateHoliday } from '#lib/settings/holiday.server.ts';

export const access = { GET: can('Holiday', 'read', 'update'), PATCH: can('Holiday', 'update') };

export const GET = endpoint<'id'>(({ actor, params }) => holidays.get(actor, params.id));

export const PATCH = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return updateHoliday(actor, shownVersionOf(params.id, input), input);
});
