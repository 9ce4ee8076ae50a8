import { can } from '#lib/access/session/page.ts';
import { shownVersionOf } from '#lib/records/version.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { resendMail } from '#lib/administration/mails/mail.server.ts';

export const access = { POST: can('MailOutbox', 'update') };

export const POST = endpoint<'id'>(async ({ actor, params, body }) =>
  resendMail(actor, shownVersionOf(params.id, await body())),
);
