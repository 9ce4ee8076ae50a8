import { can } from '#lib/access/page.ts';
import { numbersOf } from '#lib/numbering/number-continuity.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { numbersReading } from '#lib/numbering/number-continuity-docs.ts';

export const access = { GET: can('NumberSeries', 'read') };
export const docs = { GET: numbersReading };

export const GET = endpoint(({ actor, params, query }) => numbersOf(actor, params.id!, query));
