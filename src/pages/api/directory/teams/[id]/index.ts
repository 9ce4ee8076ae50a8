import { can } from '#lib/access/page.ts';
import { getTeam, updateTeam } from '#lib/directory/team.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('Team', 'show', 'update'), PATCH: can('Team', 'update') };

export const GET = endpoint(({ actor, params }) => getTeam(actor, params.id!));

export const PATCH = endpoint(async ({ actor, params, body }) => {
  const input = await body();
  return updateTeam(actor, seenOf(params.id, input), input);
});
