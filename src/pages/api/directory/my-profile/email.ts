import { requestEmailChange, cancelEmailChange, pendingEmail } from '#lib/access/account/email-change.server.ts';
import { signedIn } from '#lib/access/session/page.ts';
import { created, endpoint } from '#lib/process/http/endpoint.server.ts';

/** A new e-mail address waiting for confirmation; null when there is none. */
export const access = { GET: signedIn(), POST: signedIn(), DELETE: signedIn() };

export const GET = endpoint(async ({ actor }) => ({ pending: await pendingEmail(actor) }));

export const POST = endpoint(async ({ actor, body }) => created(await requestEmailChange(actor, await body())));

export const DELETE = endpoint(({ actor }) => cancelEmailChange(actor));
