import { signedIn } from '#lib/access/session/page.ts';
import { applyMailActToOne } from '#lib/email/mail-acts.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** Marks a mail as read, or as unread. */
export const access = { PUT: signedIn(), DELETE: signedIn() };

export const PUT = endpoint<'id'>(({ actor, params }) => applyMailActToOne(actor, params.id, { act: 'read' }));

export const DELETE = endpoint<'id'>(({ actor, params }) => applyMailActToOne(actor, params.id, { act: 'unread' }));
