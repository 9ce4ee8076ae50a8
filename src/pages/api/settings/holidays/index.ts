import { can } from '#lib/access/page.ts';
import { listAnswer } from '#lib/kernel/list-answer.server.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';
import { createHoliday, holidays } from '#lib/platform/holiday.server.ts';

export const access = { GET: can('Holiday', 'read'), POST: can('Holiday', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, holidays, query));

export const POST = endpoint(async ({ actor, body }) => created(await createHoliday(actor, await body())));
