import { can } from '#lib/access/page.ts';
import { arrangeMail } from '#lib/email/arranging.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

/** Puts a mail into the trash, or back to where it was. */
export const access = { PUT: can('Auth', 'read'), DELETE: can('Auth', 'read') };

export const PUT = endpoint(({ actor, params }) => arrangeMail(actor, params.id!, { act: 'trash' }));

export const DELETE = endpoint(({ actor, params }) => arrangeMail(actor, params.id!, { act: 'restore' }));
