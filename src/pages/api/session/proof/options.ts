import { askForProof } from '#lib/access/identity-proof.server.ts';
import { signedIn } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { POST: signedIn() };

/** What `navigator.credentials.get` is asked. */
export const POST = endpoint(({ actor }) => askForProof(actor));
