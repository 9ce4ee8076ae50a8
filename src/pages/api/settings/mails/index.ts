import { can } from '#lib/access/session/page.ts';
import { listAnswer } from '#lib/records/list/list-answer.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { mails } from '#lib/administration/mails/mail.server.ts';

export const access = { GET: can('MailOutbox', 'read') };

export const GET = endpoint(({ actor, query }) => listAnswer(actor, mails, query));
