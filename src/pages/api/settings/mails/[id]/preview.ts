import { can } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';
import { readMail } from '#lib/administration/mails/mail.server.ts';
import { previewOf } from '#lib/administration/mails/preview.server.ts';

export const access = { GET: can('MailOutbox', 'read') };

export const GET = endpoint<'id'>(async ({ actor, params }) => previewOf(await readMail(actor, params.id)));
