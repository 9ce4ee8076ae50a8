import { can } from '#lib/access/session/page.ts';
import { createDashboard, dashboards } from '#lib/dashboards/dashboard/dashboard.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { createEndpoint } from '#lib/records/create-endpoint.server.ts';
import { dashboard } from '#lib/dashboards/dashboard/dashboard.ts';

export const access = { GET: can('Dashboard', 'read'), POST: can('Dashboard', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, dashboards, query));

export const POST = createEndpoint(dashboard, ({ actor, input }) => createDashboard(actor, input));
