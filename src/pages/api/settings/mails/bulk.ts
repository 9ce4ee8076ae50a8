import { can } from '#lib/access/page.ts';
import { bulkAnswer } from '#lib/kernel/bulk.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { mails, sendMailAgain } from '#lib/platform/mail/mail.server.ts';

export const access = { POST: can('MailOutbox', 'update') };

export const POST = endpoint(async ({ actor, body }) =>
  bulkAnswer(actor, { sendAgain: sendMailAgain }, await body(), () => mails),
);
