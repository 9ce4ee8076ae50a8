import { can } from '#lib/access/page.ts';
import { createDashboard, dashboards } from '#lib/dashboards/dashboard.server.ts';
import { listAnswer } from '#lib/kernel/list-answer.server.ts';
import { created, endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('Dashboard', 'read'), POST: can('Dashboard', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, dashboards, query));

export const POST = endpoint(async ({ actor, body }) => created(await createDashboard(actor, await body())));
