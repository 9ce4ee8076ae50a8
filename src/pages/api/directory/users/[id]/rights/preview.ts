import { can } from '#lib/access/page.ts';
import { previewRole } from '#lib/directory/user-rights.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: can('User', 'explain') };

/** What would change if a role (`?role=` its id) were added, or removed where it is held. Nothing is saved. */
export const GET = endpoint(({ actor, params, query }) => previewRole(actor, params.id!, query.get('role') ?? ''));
