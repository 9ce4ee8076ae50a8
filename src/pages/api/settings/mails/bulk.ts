import { can } from '#lib/access/session/page.ts';
import { bulkAnswer } from '#lib/records/list/bulk.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { mails, resendMail } from '#lib/administration/mails/mail.server.ts';

export const access = { POST: can('MailOutbox', 'update') };

export const POST = endpoint(async ({ actor, body }) =>
  bulkAnswer(actor, { sendAgain: resendMail }, await body(), () => mails),
);
