import { can } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { sendTestMail } from '#lib/administration/mails/test-mail.server.ts';

export const access = { POST: can('MailOutbox', 'update') };

export const POST = endpoint(async ({ actor, body }) => sendTestMail(actor, await body()));
