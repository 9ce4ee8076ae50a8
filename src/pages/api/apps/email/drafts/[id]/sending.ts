import { signedIn } from '#lib/access/session/page.ts';
import { sendMail, takeBackMail } from '#lib/email/sending.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** Sends a mail with the content of the body; within ten seconds DELETE turns it back into a draft. */
export const access = { POST: signedIn(), DELETE: signedIn() };

export const POST = endpoint<'id'>(async ({ actor, params, body }) => sendMail(actor, params.id, await body()));

export const DELETE = endpoint<'id'>(({ actor, params }) => takeBackMail(actor, params.id));
