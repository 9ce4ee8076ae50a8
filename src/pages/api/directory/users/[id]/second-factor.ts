import { can } from '#lib/access/session/page.ts';
import { resetSecondFactorOf } from '#lib/access/second-factor/reset-second-factor.server.ts';
import { secondFactorOfUser } from '#lib/directory/user/second-factor.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { GET: can('User', 'reset-second-factor'), DELETE: can('User', 'reset-second-factor') };

export const GET = endpoint<'id'>(({ actor, params }) => secondFactorOfUser(actor, params.id));

/** Removes the person's second factor; all their sessions end. */
export const DELETE = endpoint<'id'>(({ actor, params }) => resetSecondFactorOf(actor, params.id));
