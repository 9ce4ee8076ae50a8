import { can } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { sendTestMail } from '#lib/platform/mail/test-mail.server.ts';

export const access = { POST: can('MailOutbox', 'update') };

export const POST = endpoint(async ({ actor, body }) => sendTestMail(actor, await body()));
