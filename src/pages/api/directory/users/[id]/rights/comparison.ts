import { can } from '#lib/access/session/page.ts';
import { compareUsers } from '#lib/directory/rights/user-rights.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('User', 'explain') };

/** The differences between the person and another: `?with=` the other's id. */
export const GET = endpoint<'id'>(({ actor, params, query }) =>
  compareUsers(actor, params.id, query.get('with') ?? ''),
);
