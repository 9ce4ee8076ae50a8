import { can } from '#lib/access/session/page.ts';
import { arrangeMail } from '#lib/email/arranging.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** Marks a mail with a star, or takes it away. */
export const access = { PUT: can('Auth', 'read'), DELETE: can('Auth', 'read') };

export const PUT = endpoint<'id'>(({ actor, params }) => arrangeMail(actor, params.id, { act: 'star' }));

export const DELETE = endpoint<'id'>(({ actor, params }) => arrangeMail(actor, params.id, { act: 'unstar' }));
