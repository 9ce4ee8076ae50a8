import { can } from '#lib/access/page.ts';
import { numberContinuity } from '#lib/numbering/number-continuity.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { exportList } from '#lib/platform/export.server.ts';

export const access = { GET: can('NumberSeries', 'export') };

export const GET = endpoint(({ actor, query, locals }) =>
  exportList(actor, numberContinuity, query, locals, ['export']),
);
