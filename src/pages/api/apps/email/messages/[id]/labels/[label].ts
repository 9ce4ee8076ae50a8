import { can } from '#lib/access/page.ts';
import { arrangeMail } from '#lib/email/arranging.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

/** Labels a mail (personal, company, important, private), or takes the label away. */
export const access = { PUT: can('Auth', 'read'), DELETE: can('Auth', 'read') };

export const PUT = endpoint(({ actor, params }) =>
  arrangeMail(actor, params.id!, { act: 'label', label: params.label }),
);

export const DELETE = endpoint(({ actor, params }) =>
  arrangeMail(actor, params.id!, { act: 'unlabel', label: params.label }),
);
