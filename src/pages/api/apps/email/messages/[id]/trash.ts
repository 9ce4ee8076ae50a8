import { signedIn } from '#lib/access/session/page.ts';
import { applyMailActToOne } from '#lib/email/mail-acts.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** Puts a mail into the trash, or back to where it was. */
export const access = { PUT: signedIn(), DELETE: signedIn() };

export const PUT = endpoint<'id'>(({ actor, params }) => applyMailActToOne(actor, params.id, { act: 'trash' }));

export const DELETE = endpoint<'id'>(({ actor, params }) => applyMailActToOne(actor, params.id, { act: 'restore' }));
