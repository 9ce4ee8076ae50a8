import { signedIn } from '#lib/access/page.ts';
import { endOwnSession } from '#lib/access/session.server.ts';
import { endpoint } from '#lib/platform/endpoint.server.ts';

export const access = { DELETE: signedIn() };

export const DELETE = endpoint(({ actor, params }) => endOwnSession(actor, params.id!));
