import { signedIn } from '#lib/access/page.ts';
import { secondFactorsOf } from '#lib/access/second-factor.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { GET: signedIn() };

export const GET = endpoint(({ actor }) => secondFactorsOf(actor.id));
