import { can } from '#lib/access/session/page.ts';
import { closeTeam, reopenTeam, teams } from '#lib/directory/team.server.ts';
import { bulkAnswer } from '#lib/records/list/bulk.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('Team', 'update') };

export const POST = endpoint(async ({ actor, body }) =>
  bulkAnswer(actor, { close: closeTeam, reopen: reopenTeam }, await body(), () => teams),
);
