import { signedIn } from '#lib/access/session/page.ts';
import { applyMailActToOne } from '#lib/email/mail-acts.server.ts';
import { getMail } from '#lib/email/thread.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** One of the actor's own copies; others are not found. DELETE is permanent, out of trash or spam. */
export const access = { GET: signedIn(), DELETE: signedIn() };

export const GET = endpoint<'id'>(({ actor, params }) => getMail(actor, params.id));

export const DELETE = endpoint<'id'>(({ actor, params }) => applyMailActToOne(actor, params.id, { act: 'remove' }));
