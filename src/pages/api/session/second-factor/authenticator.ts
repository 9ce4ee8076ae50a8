import { startAuthenticatorSetUp } from '#lib/access/second-factor/authenticator.server.ts';
import { confirmAuthenticator, removeAuthenticator } from '#lib/access/second-factor/own-second-factor.server.ts';
import { signedIn } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: signedIn(), PUT: signedIn(), DELETE: signedIn() };

/** A new secret for an app, as text and as the address in a QR code. */
export const POST = endpoint(({ actor }) => startAuthenticatorSetUp(actor));

/** `{ currentPassword, code }`: the app takes effect. The first second factor comes with recovery codes, shown once. */
export const PUT = endpoint(async ({ actor, body }) => confirmAuthenticator(actor, await body()));

export const DELETE = endpoint(({ actor }) => removeAuthenticator(actor));
