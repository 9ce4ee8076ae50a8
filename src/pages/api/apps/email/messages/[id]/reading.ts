import { can } from '#lib/access/session/page.ts';
import { arrangeMail } from '#lib/email/arranging.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** Marks a mail as read, or as unread. */
export const access = { PUT: can('Auth', 'read'), DELETE: can('Auth', 'read') };

export const PUT = endpoint<'id'>(({ actor, params }) => arrangeMail(actor, params.id, { act: 'read' }));

export const DELETE = endpoint<'id'>(({ actor, params }) => arrangeMail(actor, params.id, { act: 'unread' }));
