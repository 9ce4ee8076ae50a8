import { open } from '#lib/access/session/page.ts';
import { signInWithPasskey } from '#lib/access/sign-in/second-factor-sign-in.server.ts';
import { knownDevice } from '#lib/access/session/known-device.server.ts';
import { signedInResponse } from '#lib/access/session/session-cookie.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: open() };

/** `{ assertion, rememberMe }`: responds like signing in. */
export const POST = endpoint(async ({ body, cookies, facts }) =>
  signedInResponse(cookies, await signInWithPasskey(await body(), facts, knownDevice(cookies))),
);
