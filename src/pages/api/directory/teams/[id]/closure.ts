import { can } from '#lib/access/session/page.ts';
import { closeTeam, reopenTeam } from '#lib/directory/team.server.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('Team', 'update'), DELETE: can('Team', 'update') };

export const POST = endpoint<'id'>(async ({ actor, params, body }) =>
  closeTeam(actor, shownVersionOf(params.id, await body())),
);

export const DELETE = endpoint<'id'>(async ({ actor, params, body }) =>
  reopenTeam(actor, shownVersionOf(params.id, await body())),
);
