import { can } from '#lib/access/session/page.ts';
import { arrangeAnswer } from '#lib/email/arranging-all.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('Auth', 'read') };

export const POST = endpoint(async ({ actor, body }) => arrangeAnswer(actor, await body()));
