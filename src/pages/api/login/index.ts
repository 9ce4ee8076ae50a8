import { open } from '#lib/access/page.ts';
import { giveSession } from '#lib/access/session-cookie.server.ts';
import { signIn } from '#lib/access/sign-in.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: open() };

export const POST = endpoint(async ({ body, cookies, facts }) =>
  giveSession(cookies, await signIn(await body(), facts)),
);
