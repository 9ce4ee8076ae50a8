import { can } from '#lib/access/page.ts';
import { arrangeMail } from '#lib/email/arranging.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

/** Marks a mail with a star, or takes it away. */
export const access = { PUT: can('Auth', 'read'), DELETE: can('Auth', 'read') };

export const PUT = endpoint(({ actor, params }) => arrangeMail(actor, params.id!, { act: 'star' }));

export const DELETE = endpoint(({ actor, params }) => arrangeMail(actor, params.id!, { act: 'unstar' }));
