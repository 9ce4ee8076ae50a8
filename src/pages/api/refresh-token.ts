import { open } from '#lib/access/page.ts';
import { renewSessionOf } from '#lib/access/session-cookie.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: open() };

export const POST = endpoint(({ cookies, facts }) => renewSessionOf(cookies, facts));
