import { can } from '#lib/access/page.ts';
import { listAnswer } from '#lib/kernel/list-answer.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { mails } from '#lib/platform/mail/mail.server.ts';

export const access = { GET: can('MailOutbox', 'read') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, mails, query));
