import { can } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { readMail } from '#lib/platform/mail/mail.server.ts';
import { previewOf } from '#lib/platform/mail/preview.server.ts';

export const access = { GET: can('MailOutbox', 'read') };

export const GET = endpoint(async ({ actor, params }) => previewOf(await readMail(actor, params.id!)));
