import { can } from '#lib/access/session/page.ts';
import { numbersOf } from '#lib/administration/number-continuity/number-continuity.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { numbersReading } from '#lib/administration/number-continuity/number-continuity-docs.ts';

export const access = { GET: can('NumberSeries', 'read') };
export const docs = { GET: numbersReading };

export const GET = endpoint<'id'>(({ actor, params, query }) => numbersOf(actor, params.id, query));
