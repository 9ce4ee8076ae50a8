import { can } from '#lib/access/session/page.ts';
import { resendInvitation } from '#lib/directory/user/invitation.server.ts';
import { endpoint } from '#lib/process/http/endpoint.server.ts';

export const access = { POST: can('User', 'update') };

export const POST = endpoint<'id'>(({ actor, params }) => resendInvitation(actor, params.id));
