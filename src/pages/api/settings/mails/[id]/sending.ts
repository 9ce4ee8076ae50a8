import { can } from '#lib/access/page.ts';
import { seenOf } from '#lib/kernel/seen.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';
import { sendMailAgain } from '#lib/platform/mail/mail.server.ts';

export const access = { POST: can('MailOutbox', 'update') };

export const POST = endpoint(async ({ actor, params, body }) => sendMailAgain(actor, seenOf(params.id, await body())));
