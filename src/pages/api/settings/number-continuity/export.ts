import { can } from '#lib/access/session/page.ts';
import { numberContinuity } from '#lib/administration/number-continuity/number-continuity.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { exportList } from '#lib/records/list/export.server.ts';

export const access = { GET: can('NumberSeries', 'export') };

export const GET = endpoint(({ actor, query, locals }) =>
  exportList(actor, numberContinuity, query, locals, ['export']),
);
