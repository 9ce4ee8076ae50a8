import { removePasskey, renamePasskey } from '#lib/access/own-passkeys.server.ts';
import { signedIn } from '#lib/access/page.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { PATCH: signedIn(), DELETE: signedIn() };

/** `{ name }`. */
export const PATCH = endpoint(async ({ actor, params, body }) => renamePasskey(actor, params.id!, await body()));

export const DELETE = endpoint(({ actor, params }) => removePasskey(actor, params.id!));
