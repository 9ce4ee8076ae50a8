import { can } from '#lib/access/page.ts';
import { closeTeam, reopenTeam, teams } from '#lib/directory/team.server.ts';
import { bulkAnswer } from '#lib/kernel/bulk.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: can('Team', 'update') };

export const POST = endpoint(async ({ actor, body }) =>
  bulkAnswer(actor, { close: closeTeam, reopen: reopenTeam }, await body(), () => teams),
);
