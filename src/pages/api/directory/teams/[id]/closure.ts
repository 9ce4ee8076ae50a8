import { can } from '#lib/access/page.ts';
import { closeTeam, reopenTeam } from '#lib/directory/team.server.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('Team', 'update'), DELETE: can('Team', 'update') };

export const POST = endpoint(async ({ actor, params, body }) => closeTeam(actor, seenOf(params.id, await body())));

export const DELETE = endpoint(async ({ actor, params, body }) => reopenTeam(actor, seenOf(params.id, await body())));
