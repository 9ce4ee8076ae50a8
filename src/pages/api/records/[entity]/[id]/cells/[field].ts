import { signedIn } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { cellOffer } from '#lib/records/list/cell-change.server.ts';

/** The operation asks whether the person may change the record. */
export const access = { GET: signedIn() };

export const GET = endpoint<'entity' | 'id' | 'field'>(({ actor, params, locals }) =>
  cellOffer(actor, params.entity, params.id, params.field, locals),
);
