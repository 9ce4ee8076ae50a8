import { can } from '#lib/access/session/page.ts';
import { explainRight } from '#lib/directory/rights/right-verdict.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('User', 'explain') };

/** Whether the person may do this, and why: `?right=PurchaseRequest:approve&number=PR-SWG-2026-00001`. */
export const GET = endpoint<'id'>(({ actor, params, query }) =>
  explainRight(actor, params.id, Object.fromEntries(query)),
);
