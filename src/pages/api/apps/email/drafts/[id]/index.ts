import { signedIn } from '#lib/access/session/page.ts';
import { discardDraft, getDraft, saveDraft } from '#lib/email/draft.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** A draft of a mail; PUT saves all of it, under an id chosen by the client. */
export const access = { GET: signedIn(), PUT: signedIn(), DELETE: signedIn() };

export const GET = endpoint<'id'>(({ actor, params }) => getDraft(actor, params.id));

export const PUT = endpoint<'id'>(async ({ actor, params, body }) => saveDraft(actor, params.id, await body()));

export const DELETE = endpoint<'id'>(({ actor, params }) => discardDraft(actor, params.id));
