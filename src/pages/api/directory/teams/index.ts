import { can } from '#lib/access/session/page.ts';
import { createTeam, teams } from '#lib/directory/team.server.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('Team', 'read'), POST: can('Team', 'create') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, teams, query));

export const POST = endpoint(async ({ actor, body }) => created(await createTeam(actor, await body())));
