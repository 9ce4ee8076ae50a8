import { can } from '#lib/access/page.ts';
import { compareUsers } from '#lib/directory/user-rights.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('User', 'explain') };

/** What differs between the person and another: `?with=` the other's id. */
export const GET = endpoint(({ actor, params, query }) => compareUsers(actor, params.id!, query.get('with') ?? ''));
