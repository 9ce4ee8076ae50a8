import { open } from '#lib/access/session/page.ts';
import { knownDevice } from '#lib/access/session/known-device.server.ts';
import { signedInResponse } from '#lib/access/session/session-cookie.server.ts';
import { signIn } from '#lib/access/sign-in/sign-in.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: open() };

export const POST = endpoint(async ({ body, cookies, facts }) =>
  signedInResponse(cookies, await signIn(await body(), facts, knownDevice(cookies))),
);
