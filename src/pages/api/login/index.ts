import { open } from '#lib/access/session/page.ts';
import { sessionResponse } from '#lib/access/session/session-cookie.server.ts';
import { signIn } from '#lib/access/sign-in/sign-in.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: open() };

export const POST = endpoint(async ({ body, cookies, facts }) =>
  sessionResponse(cookies, await signIn(await body(), facts)),
);
