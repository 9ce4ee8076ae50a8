import { open } from '#lib/access/session/page.ts';
import { signInWithPasskey } from '#lib/access/sign-in/second-factor-sign-in.server.ts';
import { sessionResponse } from '#lib/access/session/session-cookie.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: open() };

/** `{ assertion, rememberMe }`: responds like signing in. */
export const POST = endpoint(async ({ body, cookies, facts }) =>
  sessionResponse(cookies, await signInWithPasskey(await body(), facts)),
);
