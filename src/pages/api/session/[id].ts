import { signedIn } from '#lib/access/session/page.ts';
import { endOwnSession } from '#lib/access/session/own-sessions.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { DELETE: signedIn() };

export const DELETE = endpoint<'id'>(({ actor, params }) => endOwnSession(actor, params.id));
