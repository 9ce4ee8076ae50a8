import { signedIn } from '#lib/access/session/page.ts';
import { mailActResponse } from '#lib/email/mail-acts-on-matching.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: signedIn() };

export const POST = endpoint(async ({ actor, body }) => mailActResponse(actor, await body()));
