import { open } from '#lib/access/session/page.ts';
import { renewSessionOf } from '#lib/access/session/session-cookie.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: open() };

export const POST = endpoint(({ cookies, facts }) => renewSessionOf(cookies, facts));
