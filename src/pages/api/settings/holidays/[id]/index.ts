import { can } from '#lib/access/page.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { holidays, updateHoliday } from '#lib/platform/holiday.server.ts';

export const access = { GET: can('Holiday', 'read', 'update'), PATCH: can('Holiday', 'update') };

export const GET = endpoint(({ actor, params }) => holidays.get(actor, params.id!));

export const PATCH = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return updateHoliday(actor, seenOf(params.id, input), input);
});
