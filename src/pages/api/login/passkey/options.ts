import { open } from '#lib/access/session/page.ts';
import { askToSignIn } from '#lib/access/sign-in/second-factor-sign-in.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: open() };

/** The options for `navigator.credentials.get`. */
export const POST = endpoint(({ facts }) => askToSignIn(facts));
