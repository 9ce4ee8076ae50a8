import { can } from '#lib/access/page.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { restoreHoliday, retireHoliday } from '#lib/platform/holiday.server.ts';

export const access = { POST: can('Holiday', 'update'), DELETE: can('Holiday', 'update') };

export const POST = endpoint(async ({ actor, params, body }) => retireHoliday(actor, seenOf(params.id, await body())));

export const DELETE = endpoint(async ({ actor, params, body }) =>
  restoreHoliday(actor, seenOf(params.id, await body())),
);
