import { requestPasskeyProof } from '#lib/access/second-factor/identity-proof.server.ts';
import { signedIn } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: signedIn() };

/** What `navigator.credentials.get` is asked. */
export const POST = endpoint(({ actor }) => requestPasskeyProof(actor));
