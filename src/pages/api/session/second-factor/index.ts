import { signedIn } from '#lib/access/session/page.ts';
import { secondFactorsOf } from '#lib/access/second-factor/second-factor.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: signedIn() };

export const GET = endpoint(({ actor }) => secondFactorsOf(actor.id));
