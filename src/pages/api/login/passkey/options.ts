import { open } from '#lib/access/page.ts';
import { askToSignIn } from '#lib/access/second-factor-sign-in.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: open() };

/** What `navigator.credentials.get` is asked. */
export const POST = endpoint(({ facts }) => askToSignIn(facts));
