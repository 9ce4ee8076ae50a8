import { requestPasskeyProof } from '#lib/access/second-factor/identity-proof.server.ts';
import { signedIn } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: signedIn() };

/** The options for `navigator.credentials.get`. */
export const POST = endpoint(({ actor }) => requestPasskeyProof(actor));
