import { sessionPath } from '#lib/access/paths.ts';
import { open } from '#lib/access/session/page.ts';
import { signOutOf } from '#lib/access/session/session-cookie.server.ts';
import { isForm } from '#lib/process/http/body.server.ts';
import { endpoint, seeOther } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: open() };

/**
 * A form is redirected to the sign-in page, any other request gets 204. `?reason=idle` records why the session ended.
 */
export const POST = endpoint(async ({ cookies, request, facts, query }) => {
  await signOutOf(cookies, request, facts, query.get('reason') === 'idle' ? 'idle' : 'signed-out');
  return isForm(request) ? seeOther(sessionPath.signIn) : undefined;
});
