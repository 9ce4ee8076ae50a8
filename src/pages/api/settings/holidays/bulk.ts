import { can } from '#lib/access/page.ts';
import { bulkAnswer } from '#lib/kernel/bulk.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { holidays, restoreHoliday, retireHoliday } from '#lib/platform/holiday.server.ts';

export const access = { POST: can('Holiday', 'update') };

export const POST = endpoint(async ({ actor, body }) =>
  bulkAnswer(actor, { retire: retireHoliday, restore: restoreHoliday }, await body(), () => holidays),
);
