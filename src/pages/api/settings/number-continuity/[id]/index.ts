import { can } from '#lib/access/session/page.ts';
import { numberContinuity } from '#lib/administration/number-continuity/number-continuity.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('NumberSeries', 'read') };

export const GET = endpoint<'id'>(({ actor, params }) => numberContinuity.get(actor, params.id));
