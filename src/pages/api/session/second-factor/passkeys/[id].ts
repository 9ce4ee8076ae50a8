import { removePasskey, renamePasskey } from '#lib/access/second-factor/own-passkeys.server.ts';
import { signedIn } from '#lib/access/session/page.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { PATCH: signedIn(), DELETE: signedIn() };

/** `{ name }`. */
export const PATCH = endpoint<'id'>(async ({ actor, params, body }) => renamePasskey(actor, params.id, await body()));

export const DELETE = endpoint<'id'>(({ actor, params }) => removePasskey(actor, params.id));
