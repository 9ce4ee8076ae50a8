import { signedIn } from '#lib/access/session/page.ts';
import { applyMailActToOne } from '#lib/email/mail-acts.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** Puts a mail into spam, or back to the inbox. */
export const access = { PUT: signedIn(), DELETE: signedIn() };

export const PUT = endpoint<'id'>(({ actor, params }) => applyMailActToOne(actor, params.id, { act: 'spam' }));

export const DELETE = endpoint<'id'>(({ actor, params }) => applyMailActToOne(actor, params.id, { act: 'restore' }));
