import { can } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { readMail } from '#lib/platform/mail/mail.server.ts';

export const access = { GET: can('MailOutbox', 'read') };

export const GET = endpoint(({ actor, params }) => readMail(actor, params.id!));
