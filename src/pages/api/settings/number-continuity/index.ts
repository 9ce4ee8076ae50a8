import { can } from '#lib/access/session/page.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { numberContinuity } from '#lib/administration/number-continuity/number-continuity.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('NumberSeries', 'read') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, numberContinuity, query));
