import { signedIn } from '#lib/access/session/page.ts';
import { applyMailActToOne } from '#lib/email/mail-acts.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** Stars a mail, or removes the star. */
export const access = { PUT: signedIn(), DELETE: signedIn() };

export const PUT = endpoint<'id'>(({ actor, params }) => applyMailActToOne(actor, params.id, { act: 'star' }));

export const DELETE = endpoint<'id'>(({ actor, params }) => applyMailActToOne(actor, params.id, { act: 'unstar' }));
