import { can } from '#lib/access/session/page.ts';
import { getTeam, updateTeam } from '#lib/directory/team.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('Team', 'show', 'update'), PATCH: can('Team', 'update') };

export const GET = endpoint<'id'>(({ actor, params }) => getTeam(actor, params.id));

export const PATCH = endpoint<'id'>(async ({ actor, params, body }) => {
  const input = await body();
  return updateTeam(actor, shownVersionOf(params.id, input), input);
});
