import { signedIn } from '#lib/access/session/page.ts';
import { applyMailActToOne } from '#lib/email/mail-acts.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** Labels a mail (personal, company, important, private), or removes the label. */
export const access = { PUT: signedIn(), DELETE: signedIn() };

export const PUT = endpoint<'id' | 'label'>(({ actor, params }) =>
  applyMailActToOne(actor, params.id, { act: 'label', label: params.label }),
);

export const DELETE = endpoint<'id' | 'label'>(({ actor, params }) =>
  applyMailActToOne(actor, params.id, { act: 'unlabel', label: params.label }),
);
