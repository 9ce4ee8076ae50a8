import { can } from '#lib/access/session/page.ts';
import { bulkAnswer } from '#lib/records/list/bulk.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { holidays, restoreHoliday, retireHoliday } from '#lib/settings/holiday.server.ts';

export const access = { POST: can('Holiday', 'update') };

export const POST = endpoint(async ({ actor, body }) =>
  bulkAnswer(actor, { retire: retireHoliday, restore: restoreHoliday }, await body(), () => holidays),
);
