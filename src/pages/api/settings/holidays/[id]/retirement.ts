import { can } from '#lib/access/session/page.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { restoreHoliday, retireHoliday } from '#lib/settings/holiday.server.ts';

export const access = { POST: can('Holiday', 'update'), DELETE: can('Holiday', 'update') };

export const POST = endpoint<'id'>(async ({ actor, params, body }) =>
  retireHoliday(actor, shownVersionOf(params.id, await body())),
);

export const DELETE = endpoint<'id'>(async ({ actor, params, body }) =>
  restoreHoliday(actor, shownVersionOf(params.id, await body())),
);
