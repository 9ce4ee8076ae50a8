import { can } from '#lib/access/page.ts';
import { arrangeMail } from '#lib/email/arranging.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

/** Puts a mail into spam, or back to the inbox. */
export const access = { PUT: can('Auth', 'read'), DELETE: can('Auth', 'read') };

export const PUT = endpoint(({ actor, params }) => arrangeMail(actor, params.id!, { act: 'spam' }));

export const DELETE = endpoint(({ actor, params }) => arrangeMail(actor, params.id!, { act: 'restore' }));
