import { can } from '#lib/access/page.ts';
import { teams } from '#lib/directory/team.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { exportList } from '#lib/platform/export.server.ts';

export const access = { GET: can('Team', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, teams, query, locals));
