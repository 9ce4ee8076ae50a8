import { can } from '#lib/access/session/page.ts';
import { teams } from '#lib/directory/team.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { exportList } from '#lib/records/list/export.server.ts';

export const access = { GET: can('Team', 'read') };

export const GET = endpoint(({ actor, query, locals }) => exportList(actor, teams, query, locals));
