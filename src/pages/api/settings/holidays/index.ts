import { can } from '#lib/access/session/page.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { createHoliday, holidays } from '#lib/settings/holiday.server.ts';
import { createEndpoint } from '#lib/records/create-endpoint.server.ts';
import { holiday } from '#lib/settings/holiday.ts';

export const access = { GET: can('Holiday', 'read'), POST: can('Holiday', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, holidays, query));

export const POST = createEndpoint(holiday, ({ actor, input }) => createHoliday(actor, input));
