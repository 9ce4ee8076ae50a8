import { can } from '#lib/access/page.ts';
import { arrangeMail } from '#lib/email/arranging.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

/** Marks a mail as read, or as unread. */
export const access = { PUT: can('Auth', 'read'), DELETE: can('Auth', 'read') };

export const PUT = endpoint(({ actor, params }) => arrangeMail(actor, params.id!, { act: 'read' }));

export const DELETE = endpoint(({ actor, params }) => arrangeMail(actor, params.id!, { act: 'unread' }));
