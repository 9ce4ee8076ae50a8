import { can } from '#lib/access/session/page.ts';
import { createTeam, teams } from '#lib/directory/team.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { createEndpoint } from '#lib/records/create-endpoint.server.ts';
import { team } from '#lib/directory/team.ts';

export const access = { GET: can('Team', 'read'), POST: can('Team', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, teams, query));

export const POST = createEndpoint(team, ({ actor, input }) => createTeam(actor, input));
