import { signedIn } from '#lib/access/session/page.ts';
import { applyMailActToOne } from '#lib/email/mail-acts.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

/** Snoozes a mail of the inbox `until` an instant (or 'tomorrow' and the like), or brings it back. */
export const access = { PUT: signedIn(), DELETE: signedIn() };

export const PUT = endpoint<'id'>(async ({ actor, params, body }) =>
  applyMailActToOne(actor, params.id, { until: (await body()).until, act: 'snooze' }),
);

export const DELETE = endpoint<'id'>(({ actor, params }) => applyMailActToOne(actor, params.id, { act: 'wake' }));
