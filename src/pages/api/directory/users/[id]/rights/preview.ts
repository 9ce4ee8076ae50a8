import { can } from '#lib/access/session/page.ts';
import { previewRole } from '#lib/directory/rights/user-rights.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('User', 'explain') };

/** What would change if a role (`?role=` its id) were added, or removed where it is held. Nothing is saved. */
export const GET = endpoint<'id'>(({ actor, params, query }) => previewRole(actor, params.id, query.get('role') ?? ''));
